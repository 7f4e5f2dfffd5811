//! Memory limits of Linux control groups (version 2).
//!
//! The limit of a group also applies to the groups below it, so all groups from that of the process
//! up to the root of the hierarchy are read.

use std::path::Path;

/// Reads a file as text; `None` if that fails.
type ReadText<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// Fields of `memory.stat`: cached pages of files. They count as used, but the kernel drops them
/// when memory is needed.
const CACHED: [&str; 2] = ["active_file ", "inactive_file "];

/// The memory left under the limits of all control groups of this process, in bytes; `None` without
/// a limit.
pub(super) fn left(read: ReadText<'_>) -> Option<u64> {
    let (mounts, groups) =
        (read(Path::new("/proc/self/mountinfo"))?, read(Path::new("/proc/self/cgroup"))?);
    // The root is not that of the hierarchy where a container shows only its own groups.
    let (root, hierarchy) = mounts.lines().find_map(|mount| {
        let (of_mount, of_system) = mount.split_once(" - ")?;
        let mut of_mount = of_mount.split(' ').skip(3);
        of_system.starts_with("cgroup2 ").then_some((of_mount.next()?, of_mount.next()?))
    })?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let below_root = Path::new(group).strip_prefix(root).unwrap_or(Path::new(""));
    let folder = Path::new(hierarchy).join(below_root.strip_prefix("/").unwrap_or(below_root));
    let folders = folder.ancestors().take_while(|folder| folder.starts_with(hierarchy));
    folders.filter_map(|folder| left_of(folder, read)).min()
}

/// The memory left under the limit of one group, in bytes.
fn left_of(folder: &Path, read: ReadText<'_>) -> Option<u64> {
    let bytes = |name| read(&folder.join(name))?.trim().parse::<u64>().ok();
    // Without a limit the file holds `max`, which is not a number.
    let limit = bytes("memory.max")?;
    let statistics = read(&folder.join("memory.stat")).unwrap_or_default();
    let cached = statistics.lines().filter_map(|line| {
        let field = CACHED.into_iter().find_map(|field| line.strip_prefix(field))?;
        field.trim().parse::<u64>().ok()
    });
    let used = bytes("memory.current").unwrap_or(0).saturating_sub(cached.sum());
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left to a process that sees these files, each a path and its text.
    fn left_of_files(files: &[(&str, &str)]) -> Option<u64> {
        left(&|path| {
            let (_, text) = files.iter().find(|(name, _)| Path::new(name) == path)?;
            Some((*text).to_owned())
        })
    }

    const MOUNT_2: &str = "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";

    #[test]
    fn every_group_up_to_the_root_limits_memory() {
        let mut files = [
            ("/proc/self/mountinfo", MOUNT_2),
            ("/proc/self/cgroup", "0::/user.slice/job.scope\n"),
            ("/sys/fs/cgroup/user.slice/memory.max", "8000\n"),
            ("/sys/fs/cgroup/user.slice/memory.current", "5000\n"),
            ("/sys/fs/cgroup/user.slice/memory.stat", "anon 1\ninactive_file 900\nactive_file 100"),
            ("/sys/fs/cgroup/user.slice/job.scope/memory.max", "9000\n"),
            ("/sys/fs/cgroup/user.slice/job.scope/memory.current", "10\n"),
        ];
        assert_eq!(left_of_files(&files), Some(4000));
        let mut own = files;
        own[3].1 = "1000\n";
        own[5].1 = "100\n";
        assert_eq!(left_of_files(&own), Some(90));
        own[5].1 = "max\n";
        assert_eq!(left_of_files(&own), Some(8000));
        // A container that shows its own group as the root of the mount.
        files[0].1 = "29 23 0:26 /user.slice /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n";
        files[2].0 = "/sys/fs/cgroup/memory.max";
        files[3].0 = "/sys/fs/cgroup/memory.current";
        files[4].0 = "/sys/fs/cgroup/memory.stat";
        assert_eq!(left_of_files(&files), Some(4000));
        // A group that the container does not show.
        files[1].1 = "0::/elsewhere\n";
        assert_eq!(left_of_files(&files), Some(4000));
    }

    #[test]
    fn groups_without_limits_leave_all_memory() {
        let none = [("/proc/self/mountinfo", MOUNT_2), ("/proc/self/cgroup", "0::/\n")];
        assert_eq!(left_of_files(&none), None);
        assert_eq!(left_of_files(&[]), None);
        let used_up = [
            ("/proc/self/mountinfo", MOUNT_2),
            ("/proc/self/cgroup", "0::/\n"),
            ("/sys/fs/cgroup/memory.max", "8000\n"),
            ("/sys/fs/cgroup/memory.current", "8500\n"),
        ];
        assert_eq!(left_of_files(&used_up), Some(0));
    }
}
