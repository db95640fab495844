# Shortcuts; ./allways does the set-up. CONTRIBUTING.md explains the targets.

.PHONY: build test lint long fuzz show bless book install clean

build:
	./allways --version

# Format, lints and all tests.
test:
	./allways test

# Format and lints only.
lint:
	./allways lint

# --- random and slow tests -------------------------------------------------------------------

# FROM=N is the first seed; without it each run chooses a new one and prints it. JOBS=N programs are explored at a
# time (default: the number of cores), REUSE=1 allows reuse of freed addresses in all programs, THEME=NAME generates
# programs of one theme only.
# ALLWAYS_DAMAGED counts damaged bitcode, sources, traces, automata, program, project and option files;
# ALLWAYS_DAMAGE counts those of the front end alone.
ifndef FROM
FROM := $(shell date +%s)
endif
SEEDS = $(if $(JOBS),ALLWAYS_JOBS=$(JOBS)) PROPTEST_RNG_SEED=$(FROM) SHUTTLE_RANDOM_SEED=$(FROM) \
	ALLWAYS_SEED=$(FROM) ALLWAYS_CSMITH_FROM=$(FROM) ALLWAYS_CPP_FROM=$(FROM) \
	ALLWAYS_CONCURRENT_FROM=$(FROM) ALLWAYS_DAMAGED_FROM=$(FROM) ALLWAYS_SOURCES_FROM=$(FROM) \
	$(if $(REUSE),ALLWAYS_REUSE=1) $(if $(THEME),ALLWAYS_THEME=$(THEME))

# The same random tests as in `make test` with other seeds and for hours, and the slow ones.
long:
	@echo "seeds begin with FROM=$(FROM)"
	$(SEEDS) ALLWAYS_SLOW=1 ALLWAYS_ROUNDS=3000 ALLWAYS_CSMITH=2000 ALLWAYS_CONCURRENT=500 \
	ALLWAYS_DAMAGED=10000 ALLWAYS_SOURCES=3000 ALLWAYS_CPP=2000 \
	cargo test --release --locked -p allways --test programs --test csmith --test concurrent \
		--test exceptions --test damaged --test sources -- --nocapture
	$(SEEDS) ALLWAYS_CSMITH=2000 ALLWAYS_DAMAGE=20000 \
	cargo test --release --locked -p allways-llvm --test meaning --test containment -- --nocapture
	$(SEEDS) ALLWAYS_RANDOM=20000 ALLWAYS_TEMPORAL=5000 \
	cargo test --release --locked -p allways-vm --test random --test temporal -- --nocapture
	$(SEEDS) PROPTEST_CASES=5000 ALLWAYS_MORE=20 \
	cargo test --release --locked -p allways-program -p allways-search -p allways-store -p allways-ltl \
		-p allways-report -p allways-promela -- --nocapture
	$(SEEDS) PROPTEST_CASES=5000 ALLWAYS_MORE=20 \
	cargo test --release --locked -p allways-vm --lib -- --nocapture
	$(SEEDS) ALLWAYS_MORE=20 cargo test --release --locked -p allways --test spin -- --nocapture

# Random concurrent programs, every reduction against none, until somebody stops it.
fuzz:
	@echo "seeds begin with FROM=$(FROM)"
	from=$(FROM); while $(SEEDS) ALLWAYS_RANDOM=1000 ALLWAYS_SEED=$$from \
		cargo test --release --locked -p allways-vm --test random -- --nocapture; \
	do from=$$((from + 1000)); done

# The random programs that begin with seed FROM, as text: for a seed that fails.
show:
	$(SEEDS) ALLWAYS_DUMP=1 ALLWAYS_RANDOM=1 \
	cargo test --release --locked -p allways-vm --test random -- --nocapture
	$(SEEDS) ALLWAYS_DUMP=1 ALLWAYS_SOURCES=1 \
	cargo test --release --locked -p allways --test sources -- --nocapture
	$(SEEDS) ALLWAYS_DUMP=1 ALLWAYS_CPP=1 \
	cargo test --release --locked -p allways --test exceptions -- --nocapture

# --- files that are written ------------------------------------------------------------------

# Writes what the tests got as what they expect. Read the diff before committing it.
bless:
	ALLWAYS_BLESS=1 INSTA_UPDATE=always cargo test --release --workspace --locked

# The documentation as web pages, in target/book.
MDBOOK = $(shell command -v mdbook || echo target/tools/bin/mdbook)
book: $(MDBOOK)
	$(MDBOOK) build

target/tools/bin/mdbook:
	@echo 'installing mdBook to target/tools with cargo (takes a few minutes)'
	cargo install --locked --root target/tools mdbook

# The command `allways` for the current user; it works from any folder.
install:
	cargo install --locked --path crates/cli

clean:
	cargo clean
