# Shortcuts; ./allways does the set-up.

.PHONY: build test bless clean

build:
	./allways --version

test:
	./allways test

# Writes what the tests got as what they expect. Read the diff before committing it.
bless:
	ALLWAYS_BLESS=1 cargo test --release --workspace --locked

clean:
	cargo clean
