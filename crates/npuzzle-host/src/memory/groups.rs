//! What the control groups of the process leave.
//!
//! Groups are nested, and each bounds what is below it: a batch system sets limits on the job, on
//! its steps and on their tasks. So every group on the path to the root counts. `/proc/self/cgroup`
//! names the group, `/proc/self/mountinfo` says where its folder is. Version 2 of the groups has
//! one hierarchy; version 1 has one for memory; some systems mount both. (cgroups(7))

use std::fs;
use std::path::Path;

/// The files of a group, in one version.
struct Files {
    /// Limits: what must not be exceeded, and from where on the process is slowed down.
    limits: &'static [&'static str],
    used: &'static str,
    /// The entry of `memory.stat` for cached files that the system drops when it needs room.
    droppable: &'static str,
}

const VERSION_1: Files =
    Files { limits: &["memory.limit_in_bytes"], used: "memory.usage_in_bytes", droppable: "total_inactive_file" };
const VERSION_2: Files =
    Files { limits: &["memory.max", "memory.high"], used: "memory.current", droppable: "inactive_file" };

/// The least that any group leaves; `None` if none has a limit.
pub(super) fn free_bytes(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let mounts = fs::read_to_string(root.join("proc/self/mountinfo")).ok()?;
    mounts.lines().filter_map(mounted).filter_map(|mount| least_of(root, &mount, &groups)).min()
}

/// Where a hierarchy of groups is mounted.
struct Mount<'t> {
    files: &'static Files,
    /// Which group of the hierarchy is at that place: in a container it is not always the root.
    group: &'t str,
    folder: &'t str,
}

/// Reads a line such as `35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory`.
fn mounted(line: &str) -> Option<Mount<'_>> {
    let (place, kind) = line.split_once(" - ")?;
    let mut kind = kind.split_whitespace();
    let files = match (kind.next()?, kind.nth(1)) {
        ("cgroup2", _) => &VERSION_2,
        ("cgroup", Some(options)) if options.split(',').any(|option| option == "memory") => &VERSION_1,
        _ => return None,
    };
    let mut place = place.split_whitespace().skip(3);
    Some(Mount { files, group: place.next()?, folder: place.next()? })
}

/// The path of the process in a hierarchy, from lines such as `4:memory:/job` and `0::/job`.
fn path_in<'t>(files: &Files, groups: &'t str) -> Option<&'t str> {
    groups.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let controllers = parts.next()?;
        let is_meant = match files.used {
            used if used == VERSION_2.used => controllers.is_empty(),
            _ => controllers.split(',').any(|controller| controller == "memory"),
        };
        parts.next().filter(|_| is_meant)
    })
}

/// The least that a group leaves on the path of the process to the mounted root.
fn least_of(root: &Path, mount: &Mount<'_>, groups: &str) -> Option<u64> {
    let top = root.join(mount.folder.trim_start_matches('/'));
    let path = Path::new(path_in(mount.files, groups)?);
    // A path that is not below the mounted group is seen from outside the container: of that one
    // only the mounted group is known.
    let below = path.strip_prefix(mount.group).unwrap_or(Path::new(""));
    let is_plain = below.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    let below = if is_plain { below } else { Path::new("") };
    let folders = below.ancestors().map(|folder| top.join(folder));
    folders.filter_map(|folder| free_in(&folder, mount.files)).min()
}

/// What one group leaves, if it has a limit.
fn free_in(folder: &Path, files: &Files) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let limit = files.limits.iter().filter_map(|name| number(name)).min()?;
    let statistics = read("memory.stat").unwrap_or_default();
    let droppable = statistics.lines().find_map(|line| {
        let (name, value) = line.split_once(' ')?;
        (name == files.droppable).then(|| value.trim().parse::<u64>().ok())?
    });
    let used = number(files.used).unwrap_or(0).saturating_sub(droppable.unwrap_or(0));
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::tests::system;

    const UNIFIED: (&str, &str) =
        ("proc/self/mountinfo", "29 23 0:25 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
    const SEPARATE: (&str, &str) = (
        "proc/self/mountinfo",
        "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n\
         34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n\
         35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
    );

    fn free(files: &[(&str, &str)]) -> Option<u64> {
        free_bytes(system(files).path())
    }

    #[test]
    fn every_group_on_the_path_counts() {
        let group = ("proc/self/cgroup", "0::/system.slice/slurmstepd.scope/job_7/step_0/user/task_0\n");
        let job = "sys/fs/cgroup/system.slice/slurmstepd.scope/job_7";
        let file = |name: &str| format!("{job}/{name}");
        let files = |job_max: &'static str, step_max: &'static str, step_high: &'static str| {
            let paths = [
                (file("memory.max"), job_max),
                (file("step_0/memory.max"), step_max),
                (file("step_0/memory.high"), step_high),
                (file("step_0/user/task_0/memory.max"), "max\n"),
            ];
            let mut files = vec![group, UNIFIED];
            files.extend(paths.iter().map(|(path, text)| (path.as_str(), *text)));
            free(&files)
        };
        assert_eq!(files("max\n", "max\n", "max\n"), None);
        assert_eq!(files("1000\n", "max\n", "max\n"), Some(1000));
        assert_eq!(files("1000\n", "700\n", "max\n"), Some(700));
        assert_eq!(files("1000\n", "700\n", "600\n"), Some(600));
        assert_eq!(files("500\n", "700\n", "600\n"), Some(500));
    }

    #[test]
    fn what_is_used_is_taken_off_but_not_what_can_be_dropped() {
        let group = ("proc/self/cgroup", "0::/job\n");
        let max = ("sys/fs/cgroup/job/memory.max", "1000\n");
        let current = ("sys/fs/cgroup/job/memory.current", "900\n");
        let stat = ("sys/fs/cgroup/job/memory.stat", "anon 200\ninactive_file 600\nactive_file 100\n");
        assert_eq!(free(&[UNIFIED, group, max, current]), Some(100));
        assert_eq!(free(&[UNIFIED, group, max, current, stat]), Some(700));
        let current = ("sys/fs/cgroup/job/memory.current", "2000\n");
        assert_eq!(free(&[UNIFIED, group, max, current]), Some(0));
    }

    #[test]
    fn the_first_version_has_its_own_hierarchy() {
        let group = ("proc/self/cgroup", "5:cpuset:/elsewhere\n4:cpu,memory:/slurm/uid_1/job_7\n0::/\n");
        let limit = ("sys/fs/cgroup/memory/slurm/uid_1/job_7/memory.limit_in_bytes", "9223372036854771712\n");
        let above = ("sys/fs/cgroup/memory/slurm/uid_1/memory.limit_in_bytes", "4000\n");
        let used = ("sys/fs/cgroup/memory/slurm/uid_1/memory.usage_in_bytes", "1500\n");
        let stat = ("sys/fs/cgroup/memory/slurm/uid_1/memory.stat", "inactive_file 1\ntotal_inactive_file 500\n");
        assert_eq!(free(&[SEPARATE, group, limit]), Some(9_223_372_036_854_771_712));
        assert_eq!(free(&[SEPARATE, group, limit, above, used, stat]), Some(3000));
        // Not the group of another controller.
        let other = ("sys/fs/cgroup/memory/elsewhere/memory.limit_in_bytes", "1\n");
        assert_eq!(free(&[SEPARATE, group, other]), None);
    }

    #[test]
    fn a_container_sees_its_own_group_as_the_root() {
        let limit = ("sys/fs/cgroup/memory/memory.limit_in_bytes", "4000\n");
        let group = ("proc/self/cgroup", "4:memory:/docker/abc\n");
        assert_eq!(free(&[SEPARATE, group, limit]), Some(4000), "its path does not exist here");
        let mounts =
            ("proc/self/mountinfo", "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
        assert_eq!(free(&[mounts, group, limit]), Some(4000));
        let inner = ("sys/fs/cgroup/memory/inner/memory.limit_in_bytes", "3000\n");
        let group = ("proc/self/cgroup", "4:memory:/docker/abc/inner\n");
        assert_eq!(free(&[mounts, group, limit, inner]), Some(3000));
        let group = ("proc/self/cgroup", "0::/../../other\n");
        let limit = ("sys/fs/cgroup/memory.max", "2000\n");
        assert_eq!(free(&[UNIFIED, group, limit]), Some(2000));
    }

    #[test]
    fn nonsense_is_no_limit() {
        assert_eq!(free(&[]), None);
        let group = ("proc/self/cgroup", "nonsense\n::\n0::\n");
        let mounts =
            ("proc/self/mountinfo", " - cgroup2\nx - cgroup\n - \n35 31 0:32 / /a rw - cgroup cgroup rw,memory");
        assert_eq!(free(&[group, mounts]), None);
        let max = ("sys/fs/cgroup/memory.max", "-5\n");
        assert_eq!(free(&[("proc/self/cgroup", "0::/\n"), UNIFIED, max]), None);
    }
}
