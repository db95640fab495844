//! Names that mean the same in C, in Promela and in SPIN's generated C.

use std::collections::HashSet;

/// Words that Promela or the C code of the generated verifier claims for itself.
const RESERVED: &str = "active assert atomic bit bool break byte chan d_step D_proctype do else empty enabled eval \
    false fi full goto hidden if init inline int len local ltl mtype nempty never nfull notrace np_ od of pc_value \
    pid printf printm priority proctype provided return run short show skip timeout trace true typedef unless \
    unsigned xr xs for in select set_priority get_priority c_code c_decl c_expr c_state c_track always eventually \
    until weakuntil stronguntil release implies equivalent next X U V W STDIN \
    done depth now trans trail memcnt errors mask left smax tau main exit signal time free malloc \
    A_Root A_depth Air Btypes Fa Fh Lstate Mask Maxbody NrStates Nrun PROBE PUT Pptr Printf Qptr SS XX a_cycles \
    boq bounded cnt compress crack endstate exclusive fairness filled_chunks findtrail fragment freq getrail globinit \
    grow gui have hinit hmax imed iterative like_java maxdepth memlim mul nlinks nlost nstates o_hash onlyproc \
    pan_rand pp ppow procname quota reached readtrail report_time resize_hashtable settr silent snap snapshot ssize \
    stack start_time stopped strict svmax t_id_lkup tbuf tprefix trpt truncs uerror unrecv unsend unwinding upto \
    usage verbose vsize warned whichclaim whichtrail wrapup xrefsrc state_tables s_rand r_ck p_name q_name q_len \
    signed register this else_ self_ delta_time hcmp d_hash s_hash spin_join addproc addqueue delproc hasher \
    retrans putrail checkcycles emalloc stopstate visstate accpstate progstate loopstate src_all dfs do_transit \
    keep simvals fnm efd snap_time start_tm noends noasserts every_error coltrace unused udmem";

/// Hands out names that are not taken.
#[derive(Clone, Debug)]
pub struct Names {
    used: HashSet<String>,
}

impl Default for Names {
    fn default() -> Names {
        Names { used: RESERVED.split_whitespace().map(str::to_string).collect() }
    }
}

impl Names {
    /// The wanted name, or the nearest that is free.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let wanted = wanted.trim_start_matches('_');
        let wanted = if wanted.starts_with(|c: char| c.is_ascii_alphabetic()) {
            wanted.to_string()
        } else {
            format!("v_{wanted}")
        };
        let mut name = wanted.clone();
        let mut number = 2;
        while !self.used.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }

    /// Keeps a name from being handed out.
    pub fn reserve(&mut self, name: &str) {
        self.used.insert(name.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_unless_taken() {
        let mut names = Names::default();
        assert_eq!(names.fresh("queue"), "queue");
        assert_eq!(names.fresh("queue"), "queue_2");
        assert_eq!(names.fresh("len"), "len_2");
        assert_eq!(names.fresh("__x"), "x");
    }
}
