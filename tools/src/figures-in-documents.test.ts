import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const MB = 1024 * 1024
const SECOND = 1_000
const HOUR = 60 * 60 * SECOND
const DAY = 24 * HOUR

/**
 * The value of a constant in a source file. The constant must be written as a product of numbers and earlier constants.
 */
const constant = (file: string, name: string): number => {
  const written = new RegExp(`^(?:export )?const ${name}(?:: \\w+)? = ([\\w *.]+)$`, 'm').exec(read(file))?.[1]
  if (written === undefined) throw new Error(`${file} has no constant ${name} that is a product`)
  return written
    .split('*')
    .map((factor) => factor.trim())
    .reduce(
      (product, factor) => product * (/^\d/.test(factor) ? Number(factor.replaceAll('_', '')) : constant(file, factor)),
      1,
    )
}

/**
 * A sentence of a document with # for its figure, the file and constant with the figure, and the unit of the figure.
 */
type Figure = readonly [says: string, file: string, name: string, unit?: number]

const FIGURES: Readonly<Record<string, readonly Figure[]>> = {
  'docs/operations.md': [
    ['hold the event loop for more than # ms', 'libs/http/src/admit.ts', 'LONGEST_HOLD_MS'],
    ["A request's body has at most # KB", 'libs/http/src/server.ts', 'BODY_LIMIT', 1024],
    ['at most # KB where people write', 'libs/http/src/server.ts', 'TEXT_BODY_LIMIT', 1024],
    ['It must be there within # seconds', 'libs/http/src/connections.ts', 'BODY_WITHIN_MS', SECOND],
    ['an answer begins within #,', 'libs/http/src/answer-in-time.ts', 'ANSWER_WITHIN_MS', SECOND],
    ['takes less than # KB of one', 'libs/http/src/connections.ts', 'LEAST_PROGRESS_BYTES', 1024],
    ['KB of one in # seconds', 'libs/http/src/connections.ts', 'PROGRESS_WITHIN_MS', SECOND],
    ['data keys                     | identity; held for # s', 'libs/event-log/src/user-keys.ts', 'KEY_TTL_MS', SECOND],
    ['a killed process gives its own back within # s', 'libs/http/src/places.ts', 'LEASE_MS', SECOND],
    ['| # s after it was done', 'libs/runtime/src/shared-texts.ts', 'LOOK_EVERY_MS', SECOND],
    ['looked at every # s', 'libs/read-models/src/projection-loop.ts', 'LOOK_MS', SECOND],
    ['no call takes longer than # seconds', 'libs/http/src/answer-in-time.ts', 'ANSWER_WITHIN_MS', SECOND],
    ['lines are written within # ms', 'libs/http/src/json-log.ts', 'WRITTEN_WITHIN_MS'],
    ['when more than # requests wait', 'libs/http/src/admit.ts', 'MOST_WAITING'],
    ['or one of them for # seconds', 'libs/http/src/admit.ts', 'LONGEST_WAIT_MS', SECOND],
    ['(counted up to #)', 'libs/contracts/src/admin-rules.ts', 'MATCHES_MOST'],
    ['needs a reason of # to', 'libs/contracts/src/admin-rules.ts', 'REASON_MIN'],
    ['is closed # days after', 'libs/domain/src/standing/standing.ts', 'CLOSING_MS', DAY],
    ['page asks every # seconds', 'apps/web/src/features/admin/admin-queries.ts', 'LOOK_EVERY_MS', SECOND],
    ['no archive for # days', 'libs/contracts/src/system-rules.ts', 'BACKUP_DAYS'],
    ['# after Ctrl-C', 'libs/runtime/src/end-in-order.ts', 'INTERRUPTED'],
  ],
  'docs/security.md': [
    ['holds the event loop for more than # ms', 'libs/http/src/admit.ts', 'LONGEST_HOLD_MS'],
    ['with Remember Me after # days', 'libs/identity/src/identity.ts', 'REMEMBERED_MS', DAY],
    ['without, after # hours without use', 'libs/identity/src/identity.ts', 'IDLE_MS', HOUR],
    ['without use and # days in any case', 'libs/identity/src/identity.ts', 'LONGEST_MS', DAY],
    ['has # KB and 50 levels at most', 'libs/contracts/src/rich-text-rules.ts', 'RICH_TEXT_MAX_BYTES', 1_000],
    ['200 KB and # levels at most', 'libs/contracts/src/rich-text-rules.ts', 'MAX_DEPTH'],
    ['longer than # characters is read on a thread', 'services/command/src/sermons/read-html.ts', 'READ_AT_ONCE'],
    ['to others every # ms', 'libs/stores/src/pauses.ts', 'PAUSE_AFTER_MS'],
    ['address, language, host | # MB', 'services/pages/src/first-html.ts', 'CACHE_BYTES', MB],
    ['address, up to # characters', 'services/pages/src/first-html.ts', 'LONGEST_CACHED_ADDRESS'],
    ['512 characters | # MB', 'services/pages/src/first-html.ts', 'ROUTES_BYTES', MB],
    ['Host, up to # characters', 'services/pages/src/serve-web.ts', 'LONGEST_HOST'],
    ['address, person, connection, call | #,', 'libs/stores/src/door.ts', 'MOST_ASKERS'],
    ['wait for their turn | | #, with', 'libs/http/src/admit.ts', 'MOST_WAITING'],
    ['a token opens | token | #,', 'libs/http/src/admit.ts', 'MOST_SESSIONS'],
    ['on their way | | # MB', 'libs/http/src/json-body.ts', 'MOST_BYTES', MB],
    ['of one address # MB', 'libs/http/src/json-body.ts', 'MOST_BYTES_OF_AN_ADDRESS', MB],
    ['a moment ago | token | #,', 'libs/http/src/session-memory.ts', 'MOST_SESSIONS'],
    ['address, person | # of each limit', 'libs/http/src/rate-limit.ts', 'MOST_COUNTED'],
    ['to be hashed | address | # |', 'libs/identity/src/password-hashing.ts', 'MOST_WAITING'],
    ['to be packed | address | #,', 'libs/http/src/pack-answers.ts', 'MOST_WAITING'],
    [
      'pictures of verses and chapters | address | # MB',
      'services/query/src/pictures/open-pictures.ts',
      'CACHE_BYTES',
      MB,
    ],
    ['is drawn (503 beyond) | address | # |', 'services/query/src/pictures/open-pictures.ts', 'MOST_WAITING'],
    ['has to read | | # million', 'libs/read-models/src/remembered-documents.ts', 'MOST_UNITS', 1_000_000],
    ['of whom a change is known | | #,', 'libs/read-models/src/live-checkpoints.ts', 'MOST_PEOPLE_KNOWN'],
    ['says it once a minute | | #,', 'libs/http/src/error-mapping.ts', 'MOST_ERRORS'],
    [
      'lists and overlays that were asked for | person, address | # million',
      'services/query/src/remembered-answers.ts',
      'KEPT_LENGTH',
      1_000_000,
    ],
  ],
}
const rows = Object.entries(FIGURES).flatMap(([document, figures]) =>
  figures.map(([says, file, name, unit = 1]) => ({ document, says, file, name, unit })),
)

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Promises of docs/operations.md, each with the longest time that the program takes, in milliseconds. */
const LONGEST: readonly (readonly [says: string, longestMs: number])[] = [
  ['# s after the session ended', constant('services/query/src/sync/get-sync.ts', 'LOOK_AT_SESSIONS_MS')],
  // A process that stands by takes over after TAKE_OVER_MS. If the checkpoint moved just before the end of this time,
  // the process takes over after twice the time.
  ['# s after the one at work was killed', 2 * constant('libs/read-models/src/run-projections.ts', 'TAKE_OVER_MS')],
  ['looked at every 2 s | # s', constant('libs/read-models/src/projection-loop.ts', 'LOOK_MS')],
]

describe('figures in the documents', () => {
  it.each(LONGEST)('docs/operations.md: "%s" is longer than it takes', (says, longestMs) => {
    const pattern = escaped(says).replaceAll(/\s+/g, '\\s+').replace('#', '(\\d+)')
    expect(Number(new RegExp(pattern).exec(read('docs/operations.md'))?.[1]) * SECOND).toBeGreaterThan(longestMs)
  })

  it.each(rows)('$document: "$says" is what $file says by $name', ({ document, says, file, name, unit }) => {
    const pattern = escaped(says).replaceAll(/\s+/g, '\\s+').replace('#', '([\\d,]+)')
    const told = new RegExp(pattern).exec(read(document))?.[1]
    expect(told, `${document} says nothing like "${says}"`).toBeDefined()
    expect(Number(told?.replaceAll(',', ''))).toBe(constant(file, name) / unit)
  })
})
