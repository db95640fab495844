# Shortcuts; ./allways does the set-up.

.PHONY: build test long bless clean

build:
	./allways --version

test:
	./allways test

# The same random tests as in `make test`, for about two hours: FROM=N begins with other seeds.
FROM ?= 1000000
long:
	ALLWAYS_CSMITH=2000 ALLWAYS_CSMITH_FROM=$(FROM) \
	ALLWAYS_CONCURRENT=500 ALLWAYS_CONCURRENT_FROM=$(FROM) \
	ALLWAYS_DAMAGED=10000 ALLWAYS_DAMAGED_FROM=$(FROM) \
	cargo test --release --locked -p allways --test csmith --test concurrent --test damaged \
		-- --nocapture

# Writes what the tests got as what they expect. Read the diff before committing it.
bless:
	ALLWAYS_BLESS=1 cargo test --release --workspace --locked

clean:
	cargo clean
