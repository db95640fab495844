//! Addresses: plain numbers that name objects.
//!
//! ```text
//! 64-bit   0x0000_0000_0000 .. 0x0000_0001_0000   never valid (null and its neighbourhood)
//!          0x0000_1000_0000 + 16 * f              function f
//!          0x0000_4000_0000 + 16 * pc             the address of a label
//!          0x0015_a5a0_0000 + 4096 * t            the handle of thread t
//!          0x0100_0001_0000 ..                    globals, with gaps between them
//!          0x4000_0000_0000 .. 0x8000_0000_0000   objects: class, name, offset
//! ```
//!
//! An object's name is a function of who allocated it, where, and how many such objects lived
//! already; never of the global order of events. The address holds the name: a size class, then
//! `(index * THREADS + thread) * sites + site`, then an offset with room for twice the largest
//! object of the class, so that running past an object's end never reaches another object. Names
//! are written with a pattern over their upper bits: small numbers that lie side by side in memory
//! never look like the address of an object by chance.
//! 32-bit targets follow the same plan with fewer bits.

/// Base of function addresses.
pub const FUNCTIONS: u64 = 0x1000_0000;
/// Base of label addresses.
pub const LABELS: u64 = 0x4000_0000;
/// Distance of two functions and of two labels.
pub const CODE_STEP: u64 = 16;
/// Distance of two thread handles.
pub const HANDLE_STEP: u64 = 4096;
/// Bits of a pointer that programs leave to the address; counters may sit above.
pub const ADDRESS_BITS: u64 = (1 << 47) - 1;
/// Addresses below this are null, or near it.
pub const FIRST_VALID: u64 = 0x1_0000;

/// Turned around in the bits of names, for pointers of 64 and of 32 bits: no byte of it is a small
/// number.
const PATTERNS: [u64; 2] = [0x0000_015a_a500_0000, 0x0000_0000_05a0_0000];

/// The addresses in the words of a pointer's width that begin at each of some bytes.
pub fn addresses_in(bytes: &[u8], width: usize) -> impl Iterator<Item = u64> {
    let number = |w: &[u8]| w.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    bytes.windows(width).map(move |word| number(word) & ADDRESS_BITS)
}

/// How a program's addresses are laid out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AddressSpace {
    pointer_bits: u8,
    sites: u64,
    threads: u64,
    handles: u64,
    globals: u64,
    objects: u64,
    /// Bits that hold name and offset.
    name_and_offset: u32,
    first_offset: u32,
    step: u32,
    classes: u32,
    /// From this class on the site is no part of the name: there is no room for it.
    first_large: u32,
}

/// The stable name of an object: who allocated it, where, the how-manieth, and its size class.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectName {
    /// The allocating thread.
    pub thread: u32,
    /// The allocation site, or a pseudo-site for large objects; see [`AddressSpace::site_for`].
    pub site: u32,
    /// Distinguishes objects of one thread and site.
    pub index: u64,
    /// The size class.
    pub class: u32,
}

impl AddressSpace {
    /// The layout for a pointer width and a number of allocation sites.
    pub fn new(pointer_bits: u8, sites: u32) -> AddressSpace {
        let wide = pointer_bits > 32;
        let mut space = AddressSpace {
            pointer_bits,
            sites: 0,
            threads: if wide { 4096 } else { 64 },
            handles: if wide { 0x15_a5a0_0000 } else { 0x65a0_0000 },
            globals: if wide { 0x100_0001_0000 } else { 0x6800_0000 },
            objects: if wide { 1 << 46 } else { 1 << 31 },
            name_and_offset: if wide { 42 } else { 28 },
            first_offset: if wide { 9 } else { 6 },
            step: if wide { 2 } else { 3 },
            classes: if wide { 16 } else { 8 },
            first_large: 0,
        };
        space.first_large = (0..space.classes)
            .find(|&c| space.room(c) < space.threads * u64::from(sites) * 64)
            .unwrap_or(space.classes);
        space.sites = u64::from(sites) + u64::from(space.classes - space.first_large);
        space
    }

    /// Threads that can exist at once.
    pub fn max_threads(&self) -> u32 {
        self.threads as u32
    }

    /// Number of sites, pseudo-sites for large objects included.
    pub fn sites(&self) -> u64 {
        self.sites
    }

    /// Where globals begin.
    pub fn first_global(&self) -> u64 {
        self.globals
    }

    /// Where globals must end.
    pub fn end_of_globals(&self) -> u64 {
        self.objects
    }

    /// The address of a function.
    pub fn function(&self, id: u32) -> u64 {
        FUNCTIONS + CODE_STEP * u64::from(id)
    }

    /// The function at an address.
    pub fn function_at(&self, address: u64) -> Option<u32> {
        code_index(address, FUNCTIONS, LABELS)
    }

    /// The address of a label.
    pub fn label(&self, pc: u32) -> u64 {
        LABELS + CODE_STEP * u64::from(pc)
    }

    /// The label at an address.
    pub fn label_at(&self, address: u64) -> Option<u32> {
        code_index(address, LABELS, self.handles)
    }

    /// The handle (`pthread_t`) of a thread.
    pub fn handle(&self, thread: u32) -> u64 {
        self.handles + HANDLE_STEP * u64::from(thread)
    }

    /// The thread a handle stands for, whether it exists or not.
    #[inline]
    pub fn thread_of(&self, handle: u64) -> Option<u32> {
        let index = handle.checked_sub(self.handles)?;
        (index % HANDLE_STEP == 0 && index / HANDLE_STEP < self.threads)
            .then_some((index / HANDLE_STEP) as u32)
    }

    /// Whether a number may name something: an object, with whatever stands above the address, or a thread.
    /// Most numbers name nothing, and this tells so for all but a few of them.
    #[inline]
    pub fn may_name(&self, number: u64) -> bool {
        self.is_object(number & ADDRESS_BITS) || self.is_among_handles(number)
    }

    /// Whether a number lies where the handles of threads do.
    #[inline]
    pub fn is_among_handles(&self, number: u64) -> bool {
        number.wrapping_sub(self.handles) < self.threads * HANDLE_STEP
    }

    /// Whether an address lies where objects do.
    #[inline]
    pub fn is_object(&self, address: u64) -> bool {
        address >= self.objects && address < self.objects * 2
    }

    /// The class for an object of that size and alignment, if there is one large enough.
    pub fn class_for(&self, size: u64, align: u64) -> Option<u32> {
        (0..self.classes).find(|&c| {
            let room = 1u64 << self.offset_bits(c);
            size <= room / 2 && align <= room
        })
    }

    /// Whether addresses of this class have no room for a site.
    pub fn is_large(&self, class: u32) -> bool {
        class >= self.first_large
    }

    /// The site that names objects of this class: the allocation site itself, or for large
    /// objects, whose addresses leave no room for it, one pseudo-site per class.
    pub fn site_for(&self, site: u32, class: u32) -> u32 {
        if class < self.first_large {
            site
        } else {
            (self.sites - u64::from(self.classes - class)) as u32
        }
    }

    /// The first address of an object, or `None` when there is no room for that name.
    pub fn base(&self, name: ObjectName) -> Option<u64> {
        let name_number = if name.class < self.first_large {
            (name.index.checked_mul(self.threads)? + u64::from(name.thread)) * self.sites
                + u64::from(name.site)
        } else {
            let threads = self.large_threads(name.class);
            if u64::from(name.thread) >= threads {
                return None;
            }
            name.index.checked_mul(threads)? + u64::from(name.thread)
        };
        (name_number < self.room(name.class)).then(|| {
            self.objects
                + (u64::from(name.class) << self.name_and_offset)
                + ((name_number << self.offset_bits(name.class)) ^ self.pattern(name.class))
        })
    }

    /// The object an address would belong to, and the offset in it.
    pub fn object_at(&self, address: u64) -> Option<(ObjectName, u64)> {
        if !self.is_object(address) {
            return None;
        }
        let rest = address - self.objects;
        let class = (rest >> self.name_and_offset) as u32;
        if class >= self.classes {
            return None;
        }
        let low = (rest & ((1 << self.name_and_offset) - 1)) ^ self.pattern(class);
        let number = low >> self.offset_bits(class);
        let offset = low & ((1 << self.offset_bits(class)) - 1);
        let name = if class < self.first_large {
            let who = number / self.sites;
            ObjectName {
                thread: (who % self.threads) as u32,
                site: (number % self.sites) as u32,
                index: who / self.threads,
                class,
            }
        } else {
            let threads = self.large_threads(class);
            ObjectName {
                thread: (number % threads) as u32,
                site: self.site_for(0, class),
                index: number / threads,
                class,
            }
        };
        Some((name, offset))
    }

    /// The object that an address lies in, or ends: objects fill at most half of the room behind their names.
    pub fn object_reached(&self, address: u64) -> Option<ObjectName> {
        let (name, offset) = self.object_at(address)?;
        (offset <= 1 << (self.offset_bits(name.class) - 1)).then_some(name)
    }

    /// The bits of the addresses of an object that stand for its name.
    pub fn name_bits(&self, name: ObjectName) -> u64 {
        ADDRESS_BITS >> self.offset_bits(name.class) << self.offset_bits(name.class)
    }

    /// A key that is small for small indices: distinguishes the objects of one thread.
    pub fn key(&self, name: ObjectName) -> u64 {
        name.index * self.sites + u64::from(name.site)
    }

    /// The allocation that a key of [`AddressSpace::key`] stands for: site and index.
    pub fn site_and_index(&self, key: u64) -> (u32, u64) {
        ((key % self.sites) as u32, key / self.sites)
    }

    /// The bits that are turned around in names of a class.
    fn pattern(&self, class: u32) -> u64 {
        let [wide, narrow] = PATTERNS;
        let pattern = if self.pointer_bits > 32 { wide } else { narrow };
        pattern >> self.offset_bits(class) << self.offset_bits(class)
    }

    fn offset_bits(&self, class: u32) -> u32 {
        self.first_offset + self.step * class
    }

    /// Number of names in a class.
    fn room(&self, class: u32) -> u64 {
        1 << (self.name_and_offset - self.offset_bits(class))
    }

    /// Threads that can name large objects of a class: half of the name's bits.
    fn large_threads(&self, class: u32) -> u64 {
        let bits = self.name_and_offset - self.offset_bits(class);
        (1u64 << bits.div_ceil(2)).min(self.threads)
    }
}

fn code_index(address: u64, base: u64, end: u64) -> Option<u32> {
    let offset = address.checked_sub(base)?;
    (address < end && offset % CODE_STEP == 0).then_some((offset / CODE_STEP) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(bits: u8, sites: u32) {
        let space = AddressSpace::new(bits, sites);
        for size in [0u64, 1, 16, 255, 256, 4096, 65536, 1 << 20, 1 << 24] {
            let Some(class) = space.class_for(size, 16) else {
                continue;
            };
            for thread in [0u32, 1, 3] {
                for site in [0, sites / 2, sites - 1] {
                    for index in [0u64, 1] {
                        let site = space.site_for(site, class);
                        let name = ObjectName { thread, site, index, class };
                        let Some(base) = space.base(name) else {
                            continue;
                        };
                        assert_eq!(space.object_at(base), Some((name, 0)));
                        assert_eq!(space.object_at(base + size), Some((name, size)));
                        assert_eq!(base % 16, 0);
                    }
                }
            }
        }
    }

    #[test]
    fn names_and_addresses_agree() {
        for sites in [1, 7, 100, 3000] {
            round_trip(64, sites);
            round_trip(32, sites);
        }
    }

    #[test]
    fn a_large_object_has_an_address() {
        let space = AddressSpace::new(64, 200);
        let class = space.class_for(2 << 30, 16).unwrap();
        let site = space.site_for(3, class);
        assert!(space.base(ObjectName { thread: 1, site, index: 2, class }).is_some());
    }

    #[test]
    fn handles_and_small_numbers_side_by_side_are_no_addresses() {
        for (bits, unit) in [(64, 8), (32, 4)] {
            let space = AddressSpace::new(bits, 100);
            let mut bytes = Vec::new();
            for number in 0..300u64 {
                bytes.extend_from_slice(&space.handle(number as u32 % 60).to_le_bytes()[..unit]);
                bytes.extend_from_slice(&(number as u32).to_le_bytes());
                bytes.extend_from_slice(&0u32.to_le_bytes());
            }
            for window in bytes.windows(unit) {
                let mut value = [0; 8];
                value[..unit].copy_from_slice(window);
                let found = space.object_at(u64::from_le_bytes(value) & ADDRESS_BITS);
                let chance = found
                    .is_some_and(|(name, _)| name.class < 3 && name.thread < 8 && name.index < 8);
                assert!(!chance, "{window:x?}: {found:?}");
            }
        }
    }

    #[test]
    fn small_negative_numbers_are_no_addresses() {
        let space = AddressSpace::new(32, 100);
        for number in 1..100_000u32 {
            assert_eq!(space.object_reached(number.wrapping_neg().into()), None);
        }
    }

    #[test]
    fn handles_round_trip() {
        let space = AddressSpace::new(64, 5);
        assert_eq!(space.thread_of(space.handle(77)), Some(77));
        assert_eq!(space.thread_of(space.handle(77) + 8), None);
    }
}
