import type { Config } from '../config.ts'
import type { Log } from '../log.ts'

/** Warns of each limit that is off, one line each. */
export function warnOfLimitsOff(config: Config, log: Log): void {
  const { publicRatePerMinute, loginLimits, fairUse, strangerLimits, manageByEmail } = config
  if (publicRatePerMinute === 0)
    log.warn('general_limit_off', {
      hint: 'PUBLIC_RATE_PER_MINUTE=0: one address or account may send any number of requests',
    })
  if (!loginLimits)
    log.warn('login_limits_off', {
      hint: 'LOGIN_LIMITS=0: one address may log in, register and ask for links without end; failures of an account stay counted',
    })
  if (!fairUse)
    log.warn('fair_use_off', { hint: 'FAIR_USE=0: any number of days may be pushed to a hotel' })
  if (strangerLimits === 'none')
    log.warn('stranger_limits_off', {
      hint: 'STRANGER_LIMITS=0: only the size of one booking limits what strangers book',
    })
  if (manageByEmail)
    log.warn('manage_by_email', {
      hint: 'MANAGE_BY_EMAIL=1: anyone who has read a booking can cancel it by its code and e-mail',
    })
}

/** Warns of each variable that is probably a misspelt setting, which does nothing, and of an address that leads nowhere. */
export function warnOfMistakes({ misspelt, publicUrl }: Config, log: Log): void {
  if (/^http:\/\/(0\.0\.0\.0|\[::\])(:|$)/.test(publicUrl))
    log.warn('public_url_missing', {
      hint: `links of mails and pages lead to ${publicUrl}, which nobody can open: set PUBLIC_URL`,
    })
  for (const { name, meant } of misspelt)
    log.warn('setting_unknown', {
      variable: name,
      hint: `there is no such setting; is it ${meant}?`,
    })
}
