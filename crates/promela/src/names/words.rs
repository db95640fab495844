//! Words that mean something to Promela, to SPIN's verifier or to the headers it includes.

/// Words of Promela, of C and of its preprocessor, which reads models too.
pub const KEYWORDS: &str = "\
    active assert atomic bit bool break byte chan d_step D_proctype do else empty enabled eval \
    false fi full goto hidden if init inline int len local ltl mtype nempty never nfull notrace \
    np_ od of pc_value pid printf printm priority proctype provided return run short show skip \
    timeout trace true typedef unless unsigned xr xs for in select set_priority get_priority \
    c_code c_decl c_expr c_state c_track asm typeof alignas alignof constexpr nullptr \
    static_assert thread_local typeof_unqual STDIN linux unix i386";

/// Words that have a meaning in formulas only.
pub const FORMULAS: &str = "\
    always eventually until weakuntil stronguntil release implies equivalent next X U V W";

/// Variables and functions of the generated verifier: it may make a global variable of C out of a variable of the
/// model that is never read.
pub const VERIFIER: &str = "\
    A_Root A_depth Air BFS_saves Boundcheck Btypes CNT1 Ccheck Cholds Dsk_W_Nr Fa Fh HASH_CONST \
    HASH_NR HHH H_tab InterlockedBitTestAndSet K1 K2 LL Lstate Malloc Mask Maxbody N_succ N_tab \
    NrStates Nr_Trails Nrun PROBE PUT P_o P_o_tmp P_s P_s_tmp Pptr Printf Q_o Q_o_tmp Q_s \
    Q_s_tmp Qptr Read_Queue SM_frame SM_results SS S_A S_Tab TMODE TrailFile TstOnly Uerror XX \
    ZAPS Zh Zn a_cycles accpstate active_procs add_src_txt addproc addqueue bfs_Uerror bfs_punt \
    bfs_runs bfs_uerror boq bounded bstore_mod bstore_reg c_chandump c_globals c_init_done \
    c_locals c_stack_start checkcycles claimname cleanup cleanup_shm cnt cnt_loops code_lookup \
    coltrace comp_msk comp_now compact_stack complement_dfa compress core_id cpu_printf cpytr \
    crack crash_reset crash_stamp crash_test cur_Root d_hash d_sfh delproc delq delta_time \
    depth depthfound dfa_init dfa_member dfa_store dfs_Uerror dfs_phase2 dfs_table dfs_uerror \
    do_dfs do_hashgen do_reach do_reverse do_the_search do_transit dodot done dot_crack \
    dsk_name dsk_written dumpranges efd emalloc empty_chunks enabled endstate errors \
    every_error exclusive f_pid fairness filled_chunks find_claim find_shorter find_source \
    findtrail flref fnm fragment frameptr freq get_priority getrail give_up globinit \
    gr_readmiss grab_ints grab_shared grab_state grfree grow gui h_store h_table_full hasher \
    hashgen have hcmp highest_priority hinit hmax imed iniglobals inirand init_SS is_alive \
    iterative j1_spin j2_spin j3_spin j4_spin left like_java logval loopstate m_hash make_trail \
    mapstate mark_safety mask maxdepth mem_drain mem_get mem_put mem_put_acc memcnt memlim \
    midrv mreached mul nShadow new_state ngrabs nlinks nlost nmask no_rck no_recvs noasserts \
    noends noptr noqptr not_RV now nr_states nstates ntrpt o_cmdline o_cmdname o_hash o_hash32 \
    o_hash64 ohash_sd omaxdepth onlyproc onstack_now onstack_put onstack_zap p_name p_restor \
    p_rotate pan_exit pan_rand pp ppow prcnt prerand prfree prfull printm prmax proc_offset \
    proc_skip procname progname progstate provided putrail q_R_check q_S_check q_claim q_cond \
    q_flds q_full q_len q_max q_name q_offset q_recver q_restor q_sender q_skip q_zero qs_empty \
    quota r_ck reached readtrail reclaim_mem reclaim_size report_time resize_hashtable retrans \
    rev_trail_cnt reverse_capture reversing run s_hash s_rand select_claim set_H_tab set_masks \
    set_permuted set_priority set_randrot set_recvs set_reversed set_rotated setq_claim \
    settable settr sh_Allocater sh_malloc shm_prep_result signoff silent simvals smax snap \
    snap_time snapshot spin_assert spin_c_typ spin_cond_signal spin_cond_wait spin_join \
    spin_mutex_destroy spin_mutex_free spin_mutex_init spin_mutex_lock spin_mutex_unlock \
    src_all src_claim srinc_set srunc ssize stack stackread stackwrite start_time start_timer \
    start_tm state_tables stop_timer stopped stopstate strict sudden_stop sv_populate sv_restor \
    sv_save svmax svtack t_alerts t_id_lkup t_reverse tagtable tas tbuf to_compile tprefix \
    trail trailfilename trans transmognify trcnt trpt truncs truncs2 udmem uerror ungrab_ints \
    unpack_state unrecv unsend unwinding upto usage verbose visstate vsize warned what_p_size \
    what_q_size whichclaim whichtrail wrap_stats wrap_trail wrapup xrefsrc";

/// Functions and variables of the headers that the verifier includes.
pub const LIBRARY: &str = "\
    index rindex read write open close link unlink time clock signal remove rename select pause \
    pipe raise system exit abort free malloc calloc realloc abs div labs rand srand random \
    srandom getc putc puts printf scanf gets stdin stdout stderr errno sleep usleep fork wait \
    times nice dup dup2 access kill alarm sync truncate ftruncate environ optarg optind opterr \
    optopt timezone daylight tzname creat stat fstat mkdir umask chmod lseek isatty getpid \
    getenv setenv atoi atol atexit qsort bsearch strlen strcpy strcat strcmp strncmp strncpy \
    strchr strstr memcpy memset memcmp memmove isalpha isdigit isspace toupper tolower ctime \
    asctime gmtime localtime difftime mktime strftime perror fopen fclose fread fwrite fprintf \
    fflush fgets fputs sprintf sscanf tmpfile setbuf rewind ferror feof execl execv chdir rmdir \
    getcwd chown daemon crypt swab brk sbrk acct lockf ttyname getopt psignal siginterrupt \
    sigaction";

/// Types of the verifier, beside `P0`, `Q1` and so on.
pub const TYPES: &str = "\
    BFS_Slot BFS_State BFS_T_Hold BFS_Trail BFS_data BFS_saves BFS_shared EV_Hold Edge H_el \
    IntChunks SM_frame SM_results SV_Hold S_F_MAP Stack_Tree Stack State Svtack TRIX_v6 T_SRC \
    Trail Trans Vertex Vr_Ptr sh_Allocater uchar uint ushort ulong tm stat timeval timespec \
    sigaction";

/// Macros of the verifier and of the headers it includes that are not all in capitals.
pub const MACROS: &str = "\
    G_int G_long IfNotBlocked L_ctermid L_tmpnam P_tmpdir PanSource SpinVersion StackSize UnBlock \
    errno sa_handler sa_sigaction si_addr si_addr_lsb si_arch si_band si_call_addr \
    si_fd si_int si_lower si_overrun si_pid si_pkey si_ptr si_status si_stime si_syscall \
    si_timerid si_uid si_upper si_utime si_value sigev_notify_attributes sigev_notify_function \
    st_atime st_ctime st_mtime static_assert stderr stdin stdout uchar uint ulong ushort wasnew";
