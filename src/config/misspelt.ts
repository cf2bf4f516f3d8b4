// Variables whose names are nearly those of settings, so that a slip of the pen is told.

import { distance } from 'fastest-levenshtein'
import type { Environment } from './variables.ts'

/** The names of all settings, as the help lists them, and of the runtime's own. */
export const SETTINGS: readonly string[] = `HOST PORT DATA_DIR DATABASE_URL DATABASE_DIRECT_URL
  DATABASE_PREPARE BRAND PUBLIC_URL PANEL_URL JWT_SECRET ENCRYPTION_KEY WEBHOOK_ALLOW_PRIVATE
  TRUST_PROXY LOG_LEVEL PUBLIC_RATE_PER_MINUTE LOGIN_LIMITS FAIR_USE STRANGER_LIMITS
  PUBLIC_PAGES MANAGE_BY_EMAIL METRICS_TOKEN SECURITY_CONTACT SMTP_URL MAIL_FROM CACHE_MB
  WORKER_LEASE_MS DATABASE_CONNECTIONS BACKUP_DIR BACKUP_EVERY_HOURS BACKUP_KEEP_DAYS
  BACKUP_KEEP_WEEKS BACKUP_KEEP_MONTHS BACKUP_JOURNAL_HOURS OTEL_EXPORTER_OTLP_ENDPOINT
  OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER_ARG BUN_CONFIG_MAX_HTTP_REQUESTS`.split(/\s+/)

/** A variable that is no setting, and the setting that was probably meant. */
export type Misspelt = { name: string; meant: string }

/** Short names have too many neighbours: HOME and HOST. */
const LENGTH_MIN = 8

/** Finds the variables whose names begin as a setting's does and differ from it in two letters, three of long ones. */
export function findMisspelt(env: Environment): Misspelt[] {
  const names = Object.keys(env).filter((name) => env[name] && !SETTINGS.includes(name))
  return names.flatMap((name) => {
    const meant = SETTINGS.find(
      (setting) =>
        setting.length >= LENGTH_MIN &&
        name.slice(0, 3).toUpperCase() === setting.slice(0, 3) &&
        distance(name.toUpperCase(), setting) <= (setting.length > 10 ? 3 : 2),
    )
    return meant && !env[meant] ? [{ name, meant }] : []
  })
}
