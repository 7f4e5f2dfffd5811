//! Memory limits of Linux control groups, of version 1 and 2.
//!
//! A process is in one group of each hierarchy. The limit of a group also applies to the groups
//! below it, so all groups from that of the process up to the root of the hierarchy are read.

use std::path::{Path, PathBuf};

/// Reads a file as text; `None` if that fails.
type ReadText<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// The names of the files and of the fields of one version.
struct Version {
    limit: &'static str,
    used: &'static str,
    /// Fields of `memory.stat`: cached pages of files. They count as used, but the kernel drops
    /// them when memory is needed.
    cached: [&'static str; 2],
}

const VERSION_1: Version = Version {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cached: ["total_active_file ", "total_inactive_file "],
};

const VERSION_2: Version = Version {
    limit: "memory.max",
    used: "memory.current",
    cached: ["active_file ", "inactive_file "],
};

/// A hierarchy of control groups that limits memory.
struct Hierarchy {
    version: &'static Version,
    /// The group whose folder is `folder`. It is not the root of the hierarchy where a container
    /// shows only its own groups.
    root: PathBuf,
    folder: PathBuf,
}

/// The memory left under the limits of all control groups of this process, in bytes; `None` without
/// a limit.
pub(super) fn left(read: ReadText<'_>) -> Option<u64> {
    let mounts = read(Path::new("/proc/self/mountinfo"))?;
    let groups = read(Path::new("/proc/self/cgroup"))?;
    let hierarchies = mounts.lines().filter_map(hierarchy);
    hierarchies.filter_map(|hierarchy| hierarchy.left(&groups, read)).min()
}

/// Returns the hierarchy of a line of `/proc/self/mountinfo`, if it limits memory.
fn hierarchy(mount: &str) -> Option<Hierarchy> {
    let (of_mount, of_system) = mount.split_once(" - ")?;
    let mut of_mount = of_mount.split(' ').skip(3);
    let (root, folder) = (of_mount.next()?.into(), of_mount.next()?.into());
    let mut of_system = of_system.split(' ');
    let version = match of_system.next()? {
        "cgroup2" => &VERSION_2,
        "cgroup" if of_system.nth(1)?.split(',').any(|option| option == "memory") => &VERSION_1,
        _ => return None,
    };
    Some(Hierarchy { version, root, folder })
}

impl Hierarchy {
    /// The memory left to a process in these groups, the text of `/proc/self/cgroup`.
    fn left(&self, groups: &str, read: ReadText<'_>) -> Option<u64> {
        let is_version_2 = self.version.limit == VERSION_2.limit;
        // A line is `number:controllers:group`. Version 2 has no controllers.
        let group = groups.lines().find_map(|line| {
            let (controllers, group) = line.split_once(':')?.1.split_once(':')?;
            let is_own = match is_version_2 {
                true => controllers.is_empty(),
                false => controllers.split(',').any(|controller| controller == "memory"),
            };
            is_own.then_some(Path::new(group))
        })?;
        let below_root = group.strip_prefix(&self.root).unwrap_or(Path::new(""));
        let below_root = below_root.strip_prefix("/").unwrap_or(below_root);
        let folder = self.folder.join(below_root);
        let folders = folder.ancestors().take_while(|folder| folder.starts_with(&self.folder));
        folders.filter_map(|folder| self.version.left(folder, read)).min()
    }
}

impl Version {
    /// The memory left under the limit of one group, in bytes.
    fn left(&self, folder: &Path, read: ReadText<'_>) -> Option<u64> {
        let bytes = |name| read(&folder.join(name))?.trim().parse::<u64>().ok();
        // Without a limit the file of version 2 holds `max`, which is not a number.
        let limit = bytes(self.limit)?;
        let statistics = read(&folder.join("memory.stat")).unwrap_or_default();
        let cached = statistics.lines().filter_map(|line| {
            let field = self.cached.into_iter().find_map(|field| line.strip_prefix(field))?;
            field.trim().parse::<u64>().ok()
        });
        let used = bytes(self.used).unwrap_or(0).saturating_sub(cached.sum());
        Some(limit.saturating_sub(used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left to a process that sees these files, each a path and its text.
    fn left_of(files: &[(&str, &str)]) -> Option<u64> {
        left(&|path| {
            let (_, text) = files.iter().find(|(name, _)| Path::new(name) == path)?;
            Some((*text).to_owned())
        })
    }

    const MOUNT_2: &str = "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";

    #[test]
    fn every_group_up_to_the_root_limits_memory() {
        let files = [
            ("/proc/self/mountinfo", MOUNT_2),
            ("/proc/self/cgroup", "0::/user.slice/job.scope\n"),
            ("/sys/fs/cgroup/user.slice/memory.max", "8000\n"),
            ("/sys/fs/cgroup/user.slice/memory.current", "5000\n"),
            ("/sys/fs/cgroup/user.slice/memory.stat", "anon 1\ninactive_file 900\nactive_file 100"),
            ("/sys/fs/cgroup/user.slice/job.scope/memory.max", "9000\n"),
            ("/sys/fs/cgroup/user.slice/job.scope/memory.current", "10\n"),
        ];
        assert_eq!(left_of(&files), Some(4000));
        let mut own = files;
        own[3].1 = "1000\n";
        own[5].1 = "100\n";
        assert_eq!(left_of(&own), Some(90));
        own[5].1 = "max\n";
        assert_eq!(left_of(&own), Some(8000));
    }

    #[test]
    fn groups_without_limits_leave_all_memory() {
        let none = [("/proc/self/mountinfo", MOUNT_2), ("/proc/self/cgroup", "0::/\n")];
        assert_eq!(left_of(&none), None);
        assert_eq!(left_of(&[]), None);
        let used_up = [
            ("/proc/self/mountinfo", MOUNT_2),
            ("/proc/self/cgroup", "0::/\n"),
            ("/sys/fs/cgroup/memory.max", "8000\n"),
            ("/sys/fs/cgroup/memory.current", "8500\n"),
        ];
        assert_eq!(left_of(&used_up), Some(0));
    }

    #[test]
    fn version_1_has_other_names() {
        let mount = "31 29 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n\
                     36 29 0:33 / /sys/fs/cgroup/memory rw shared:17 - cgroup cgroup rw,memory\n";
        let mut files = [
            ("/proc/self/mountinfo", mount),
            ("/proc/self/cgroup", "5:cpu,cpuacct:/other\n4:memory:/jobs/7\n0::/unified\n"),
            ("/sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", "9223372036854771712\n"),
            ("/sys/fs/cgroup/memory/jobs/memory.limit_in_bytes", "7000\n"),
            ("/sys/fs/cgroup/memory/jobs/memory.usage_in_bytes", "4000\n"),
            ("/sys/fs/cgroup/memory/jobs/memory.stat", "active_file 1\ntotal_active_file 50\n"),
        ];
        assert_eq!(left_of(&files), Some(3050));
        // A container that shows its own group as the root of the mount.
        files[0].1 = "36 29 0:33 /jobs /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
        files[2].0 = "/sys/fs/cgroup/memory/7/memory.limit_in_bytes";
        files[3].0 = "/sys/fs/cgroup/memory/memory.limit_in_bytes";
        files[4].0 = "/sys/fs/cgroup/memory/memory.usage_in_bytes";
        files[5].0 = "/sys/fs/cgroup/memory/memory.stat";
        assert_eq!(left_of(&files), Some(3050));
        // A group that the container does not show.
        files[1].1 = "4:memory:/elsewhere\n";
        assert_eq!(left_of(&files), Some(3050));
    }
}
