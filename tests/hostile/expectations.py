"""What is expected of the run on each hostile subject, beyond what is expected of all."""

from __future__ import annotations

from hostile.arena import SUBJECTS

NAMES = sorted(path.stem for path in SUBJECTS.glob("*.py"))

BUDGET = 12.0
"""Seconds for the runs that are limited by time: a worker or two are lost, whatever else the machine is doing."""
OVERTIME = 5.0
"""Seconds beyond its budget that a run may take."""
PATIENCE = 25.0
"""Seconds that the runs limited by steps may take, of which the longest takes a third on an idle machine."""

KINDS = {
    "aborts": "crash",
    "backtracks": "hang",
    "counts_too_high": "hang",
    "crashes": "crash",
    "disarms_the_timer": "hang",
    "exhausts_memory_at_once": "memory",
    "exhausts_memory_by_little": "memory",
    "exits_at_once": "exit",
    "loops_for_ever": "hang",
    "searches_without_end": "hang",
    "sleeps_for_ever": "hang",
    "stops_itself": "hang",
    "sums_without_end": "hang",
    "swallows_everything": "hang",
    "waits_for_a_lock": "hang",
}
"""The kind of finding that the attack of a subject is."""

DENIED = {
    "changes_attributes": "write: {canary}/song.txt",
    "changes_modes": "write: {canary}/sealed.txt",
    "changes_times": "write: {canary}/song.txt",
    "connects_by_abstract_socket": "network",
    "connects_by_tcp": "network",
    "connects_by_unix_socket": "network",
    "deletes_by_ctypes": "ctypes",
    "deletes_by_multiprocessing": "subprocess",
    "deletes_by_posix_spawn": "subprocess",
    "deletes_by_remove": "write: {canary}/song.txt",
    "deletes_by_removedirs": "write: {canary}/nest/empty",
    "deletes_by_rmdir": "write: {canary}/nest/empty",
    "deletes_by_rmtree": "write: {canary}",
    "deletes_by_subprocess": "subprocess",
    "deletes_by_system": "subprocess",
    "deletes_by_unlink": "write: {canary}/song.txt",
    "extracts_a_zip": "write: {canary}/unpacked.txt",
    "forks_without_end": "subprocess",
    "kills_its_own_group": "signal",
    "kills_the_group_of_the_parent": "signal",
    "kills_the_parent": "signal",
    "leaves_children": "subprocess",
    "limits_the_parent": "limits",
    "links_into_the_tree": "write: {canary}/linked.txt",
    "links_out_of_the_tree": "write: {canary}/song.txt",
    "litters_with_tempfile": "write: {canary}/tmp",
    "logs_into_the_tree": "write: {canary}/song.txt",
    "moves_the_canary": "write: {canary}",
    "overwrites_by_copy": "write: {canary}/song.txt",
    "overwrites_by_mmap": "write: {canary}/song.txt",
    "overwrites_by_open": "write: {canary}/song.txt",
    "overwrites_by_os_open": "write: {canary}/song.txt",
    "overwrites_by_replace": "write: {canary}/song.txt",
    "overwrites_by_symlink": "write: {canary}/song.txt",
    "overwrites_by_truncate": "write: {canary}/song.txt",
    "overwrites_by_write_text": "write: {canary}/sealed.txt",
    "reads_secrets": "read: {home}/.netrc",
    "sends_by_udp": "network",
    "signals_everybody": "signal",
    "symlinks_into_the_tree": "write: {canary}/root",
}
"""How the report begins of what a subject was denied. What only the kernel sees and refuses is not in any report."""

DENIED_AT_IMPORT = {
    "deletes_when_imported": "write: {canary}",
    "kills_the_parent_when_imported": "signal",
}
"""The same for subjects that try it when they are imported."""

LASTING = (
    "clears_the_path",
    "closes_descriptors",
    "closes_stdout",
    "deletes_in_silence",
    "hangs_at_exit",
    "hangs_when_audited",
    "hangs_when_deleted",
    "hurries_the_clock",
    "ignores_signals",
    "leaves_threads",
    "patches_builtins",
    "patches_modules",
    "prints_at_exit",
    "spins_in_daemon_threads",
    "stops_the_clock",
    "traces_everything",
)
"""Subjects that would ruin a run of pytest, though no hook sees what they do, and the call itself ends well."""

TIMED = (
    "hangs_when_deleted",
    "hurries_the_clock",
    "stops_the_clock",
    "sums_without_end",
)
"""Subjects that might keep a run from ending in time, or make it end too early."""

COMMON = ("--timeout", "0.2", "--seed", "1", "--workers", "1")
MORE = {
    # or the flood would be stopped before it has risen
    "floods_stdout_by_descriptor": ("--timeout", "1"),
    "reads_secrets": ("--strict-read",),
}
AT_ONCE = 9
REFUSED = sorted(name for name, what in DENIED.items() if what.startswith(("write", "network")) and name not in MORE)
TOGETHER = {
    name: tuple(REFUSED[start : start + AT_ONCE])
    for start in range(0, len(REFUSED), AT_ONCE)
    for name in REFUSED[start : start + AT_ONCE]
}
"""Subjects that are let loose in one run: a call that is refused leaves nothing that could change another's end."""
ARGUMENTS = {
    name: (
        *COMMON,
        *(("--time", str(BUDGET)) if name in TIMED else ("--steps", str(60 * len(TOGETHER.get(name, [name]))))),
        *MORE.get(name, ()),
    )
    for name in NAMES
}
"""What Caddis is told for each subject."""
