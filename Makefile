# Shortcuts; ./allways does the set-up.

.PHONY: build test long fuzz bless clean

build:
	./allways --version

test:
	./allways test

# The same random tests as in `make test`, for about two hours: FROM=N begins with other seeds.
# ALLWAYS_DAMAGED counts damaged bitcode, sources, traces, automata, program, project and option files;
# ALLWAYS_DAMAGE counts those of the front end alone.
FROM ?= 1000000
long:
	ALLWAYS_CSMITH=2000 ALLWAYS_CSMITH_FROM=$(FROM) \
	ALLWAYS_CONCURRENT=500 ALLWAYS_CONCURRENT_FROM=$(FROM) \
	ALLWAYS_DAMAGED=10000 ALLWAYS_DAMAGED_FROM=$(FROM) \
	ALLWAYS_SOURCES=3000 ALLWAYS_SOURCES_FROM=$(FROM) \
	cargo test --release --locked -p allways --test csmith --test concurrent --test damaged \
		--test sources -- --nocapture
	ALLWAYS_DAMAGE=2000 cargo test --release --locked -p allways-llvm --test containment

# Random concurrent programs, every reduction against none, until somebody stops it.
fuzz:
	from=$(FROM); while ALLWAYS_RANDOM=1000 ALLWAYS_SEED=$$from \
		cargo test --release --locked -p allways-vm --test random -- --nocapture; \
	do from=$$((from + 1000)); done

# Writes what the tests got as what they expect. Read the diff before committing it.
bless:
	ALLWAYS_BLESS=1 cargo test --release --workspace --locked

clean:
	cargo clean
