import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { bibleEnvironment } from '@pathlight/bible-library/bible-settings.ts'
import { EMAIL, SIGN_UP_MODES } from '@pathlight/contracts/account-rules.ts'
import { LOG_LEVELS } from '@pathlight/http/logger.ts'
import { readTrustedProxies } from '@pathlight/http/trust-proxy.ts'
import { z } from 'zod'
import { captchaLacks, captchaSettings } from './captcha-settings.ts'
import { oidcLacks, oidcOf, oidcSettings } from './oidc-settings.ts'

/** A single email address, without a name. */
const ONE_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/

/** The settings of mail, of contact messages, and of the file of closed accounts. */
const mailSettings = {
  /** The mail server: smtp://user:password@host:port or smtps://. Absent: no mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'SMTP_URL must look like smtp://user:password@host:587' }).optional(),
  // A line break in this value would begin another header of the mail.
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}\u2028\u2029]{1,320}$/u, 'MAIL_FROM must be one line, such as Pathlight <no-reply@example.org>')
    .default('Pathlight <no-reply@localhost>'),
  /** The receiver of contact messages. Without it, or without SMTP_URL, each message is stored as a file. */
  CONTACT_EMAIL: z.string().trim().regex(ONE_ADDRESS, 'CONTACT_EMAIL must be one email address').optional(),
  /**
   * The file with the ids of closed accounts, which should be apart from the stores. Default: closed-accounts.txt in
   * DATA_DIR.
   */
  CLOSED_ACCOUNTS: z.string().min(1).optional(),
}

/**
 * Only the protocol of a store's address is checked, because each store's client accepts forms of its own, such as
 * several hosts or a socket's folder.
 */
const storeUrl = (name: string, protocol: RegExp, example: string) =>
  z.string().regex(protocol, `${name} must look like ${example}`).optional()

/**
 * Whether the text can be a host: an IPv4 or IPv6 address, or a name that the system resolves. A text of digits and
 * dots is no name.
 */
const isHost = (host: string): boolean =>
  isIP(host) !== 0 ||
  (/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(host) && !/^[\d.]+$/.test(host))

const most = (name: string, otherwise: number) =>
  z.coerce.number(`${name} must be a number`).int().min(1, `${name} must be 1 or more`).default(otherwise)

const trustedProxies = (text: string, context: z.RefinementCtx) => {
  const trusted = readTrustedProxies(text)
  if (trusted !== null) return trusted
  const message = 'TRUST_PROXY must be true, false, a number of proxies up to 10, or networks: loopback, 10.0.0.0/8'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

const environment = z.object({
  PORT: z.coerce.number('PORT must be a number').int().min(0).max(65_535).default(3000),
  HOST: z
    .string()
    .refine(isHost, 'HOST must be an address or name of this machine, such as 127.0.0.1, 0.0.0.0 or ::1')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'PUBLIC_URL must look like https://bible.example.org' })
    .refine(
      (url) => /^https?:\/\/[^/?#]+\/*$/.test(url),
      'PUBLIC_URL must have no path: Pathlight needs a host of its own, such as https://bible.example.org',
    )
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** `off` removes a faulty service worker: each browser unregisters it at its next visit. */
  SERVICE_WORKER: z.enum(['on', 'off'], 'SERVICE_WORKER must be on or off').default('on'),
  TRUST_PROXY: z.string().default('false').transform(trustedProxies),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of: ${LOG_LEVELS.join(', ')}`).default('warn'),
  DATABASE_URL: storeUrl('DATABASE_URL', /^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/pathlight'),
  EVENTSTORE_URL: storeUrl('EVENTSTORE_URL', /^esdb(\+discover)?:\/\//, 'esdb://127.0.0.1:2113?tls=false'),
  MONGODB_URL: storeUrl('MONGODB_URL', /^mongodb(\+srv)?:\/\//, 'mongodb://127.0.0.1:27017/pathlight'),
  REDIS_URL: storeUrl('REDIS_URL', /^rediss?:\/\//, 'redis://127.0.0.1:6379'),
  /**
   * Separates several installations on the same cluster stores. It is also the name of the database on MongoDB, if
   * MONGODB_URL has none.
   */
  NAMESPACE: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'NAMESPACE must be a small letter, then small letters, digits and _')
    .default('pathlight'),
  MASTER_KEY: z.string().optional(),
  /**
   * The folder of the epochs' keys, by which people's data keys are wrapped (docs/decisions/0035-keys-of-an-epoch.md).
   * It must be the same for every process, and should be apart from the stores. Default: keys in DATA_DIR.
   */
  EPOCH_KEYS: z.string().min(1).optional(),
  OPERATOR_TOKEN: z.string().min(16, 'OPERATOR_TOKEN must have at least 16 characters').optional(),
  /** Email addresses. A person with one of them is an admin as soon as the address is verified. */
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((email) => email.trim())
        .filter((email) => email !== ''),
    )
    .refine(
      (emails) => emails.every((email) => EMAIL.test(email)),
      'ADMIN_EMAILS must be addresses with commas between them',
    ),
  /**
   * Who may sign up: everybody (open), invited people (invited) or nobody (closed). The first account of a new
   * installation is an exception (firstAdminCode).
   */
  SIGN_UP: z.enum(SIGN_UP_MODES, `SIGN_UP must be one of: ${SIGN_UP_MODES.join(', ')}`).default('open'),
  WRITES_A_MINUTE: most('WRITES_A_MINUTE', 300),
  WRITTEN_MB_A_DAY: most('WRITTEN_MB_A_DAY', 200),
  WRITTEN_MB: most('WRITTEN_MB', 2_000),
  MOST_ITEMS: most('MOST_ITEMS', 100_000),
  MOST_REVISIONS: most('MOST_REVISIONS', 10_000),
  ...mailSettings,
  ...captchaSettings,
  ...oidcSettings,
  ...bibleEnvironment.shape,
})

export const settingNames: readonly string[] = Object.keys(environment.shape)

const limitsOf = (env: z.infer<typeof environment>) => ({
  writesAMinute: env.WRITES_A_MINUTE,
  megabytesADay: env.WRITTEN_MB_A_DAY,
  megabytes: env.WRITTEN_MB,
  items: env.MOST_ITEMS,
  revisions: env.MOST_REVISIONS,
})

const settings = environment.transform((env, context) => {
  const lacks = captchaLacks(env) ?? oidcLacks(env)
  if (lacks !== null) {
    context.addIssue({ code: 'custom', message: lacks })
    return z.NEVER
  }
  const { DATABASE_URL, EVENTSTORE_URL, MONGODB_URL, REDIS_URL, NAMESPACE, ...rest } = env
  const cluster = { EVENTSTORE_URL, MONGODB_URL, REDIS_URL }
  const missing = Object.entries(cluster).flatMap(([name, url]) => (url === undefined ? [name] : []))
  if (missing.length > 0 && missing.length < 3) {
    const message = `The cluster stores go together: set ${missing.join(' and ')} as well, or none of EVENTSTORE_URL, MONGODB_URL and REDIS_URL.`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (EVENTSTORE_URL !== undefined && MONGODB_URL !== undefined && REDIS_URL !== undefined) {
    if (DATABASE_URL !== undefined) {
      const message =
        'Set either DATABASE_URL or the cluster stores (EVENTSTORE_URL, MONGODB_URL, REDIS_URL), not both.'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const urls = { eventStore: EVENTSTORE_URL, mongo: MONGODB_URL, redis: REDIS_URL }
    const stores = { profile: 'cluster', namespace: NAMESPACE, ...urls } as const
    return { ...rest, stores, limits: limitsOf(env), oidc: oidcOf(env) }
  }
  const stores =
    DATABASE_URL === undefined
      ? ({ profile: 'embedded' } as const)
      : ({ profile: 'postgres', url: DATABASE_URL } as const)
  return { ...rest, stores, limits: limitsOf(env), oidc: oidcOf(env) }
})

export type Config = z.infer<typeof settings>

/** The environment is invalid. `message` has a line for each error. */
export class BadConfig extends Error {}

/** The suffix of a variable that names a file with the setting's value, because containers get secrets as files. */
const IN_FILE = '_FILE'

const readSetting = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new BadConfig(`${name}${IN_FILE}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Adds the settings that are in files: NAME_FILE names the file with the value of NAME. Throws BadConfig. */
const withFiles = (set: Record<string, string | undefined>): Record<string, string | undefined> => {
  const fromFiles = settingNames.flatMap((name): [string, string][] => {
    const file = set[name + IN_FILE]
    if (file === undefined) return []
    if (set[name] !== undefined) throw new BadConfig(`Set either ${name} or ${name}${IN_FILE}, not both.`)
    const text = readSetting(name, file)
    // An empty file is an error. If it counted as not set, the app would make a master key of its own, for example.
    if (text === '') throw new BadConfig(`${name}${IN_FILE}: ${file} is empty.`)
    return [[name, text]]
  })
  return { ...set, ...Object.fromEntries(fromFiles) }
}

/**
 * Reads the settings of docs/operations.md from the environment. An empty variable counts as not set. NAME_FILE names a
 * file with the value of NAME. Throws BadConfig.
 */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(withFiles(set))
  if (result.success) return result.data
  throw new BadConfig(
    result.error.issues
      .map(({ path, message }) =>
        message.includes(String(path[0] ?? '')) ? message : `${String(path[0])}: ${message}`,
      )
      .join('\n'),
  )
}
