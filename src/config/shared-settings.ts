import type { Config } from '../config.ts'

/**
 * The settings that all replicas need alike, by their variables: where one has another value, an answer depends on which
 * replica gives it, and a link of a mail on which replica sends it. The mail server's password is left out: it may be
 * short enough to be found by its digest.
 */
export const sharedSettings = (config: Config): Record<string, unknown> => ({
  BRAND: config.brand,
  ENCRYPTION_KEY: config.encryptionKey,
  FAIR_USE: config.fairUse,
  JWT_SECRET: config.jwtSecret,
  LOGIN_LIMITS: config.loginLimits,
  MAIL_FROM: config.mail?.from,
  MANAGE_BY_EMAIL: config.manageByEmail,
  METRICS_TOKEN: config.metricsToken,
  // Unless it is set it follows PUBLIC_URL.
  PANEL_URL: config.panelUrl === `${config.publicUrl}/panel` ? undefined : config.panelUrl,
  PUBLIC_PAGES: config.publicPages,
  PUBLIC_RATE_PER_MINUTE: config.publicRatePerMinute,
  PUBLIC_URL: config.publicUrl,
  SECURITY_CONTACT: config.securityContact,
  SMTP_URL: config.mail && { ...config.mail.server, login: config.mail.server.login?.user },
  STRANGER_LIMITS: config.strangerLimits,
  TRUST_PROXY: config.trustedProxies,
  WEBHOOK_ALLOW_PRIVATE: config.allowPrivateWebhooks,
})
