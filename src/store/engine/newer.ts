import pkg from '../../../package.json' with { type: 'json' }

/** The name under which the newest version that served a database is kept in its table `meta` (`noteVersion`). */
export const VERSION_KEY = 'newest_version'

/**
 * The words for a database that a newer version has used: its version, if it has served it, and this one's.
 *
 * @param unknown a migration that this version does not know
 * @param noted the newest version that served the database; undefined if none has told
 */
export function newerText(unknown: string, noted: string | undefined): string {
  const isNewer = noted !== undefined && Bun.semver.order(noted, pkg.version) > 0
  const by = isNewer ? `roomwire ${noted}, which is newer` : 'a newer roomwire'
  return `was written by ${by} (it knows ${unknown}, this one, ${pkg.version}, does not); use that version, or a backup of before the upgrade`
}
