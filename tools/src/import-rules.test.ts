import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Config = { forbidden: (IForbiddenRuleType & { name: string; comment: string })[]; options: ICruiseOptions }
const configFile: string = '../../.dependency-cruiser.mjs'
const { default: config } = (await import(configFile)) as { default: Config }

/**
 * Imports that must be refused: the importing file, the imported file, and the rule that refuses the import. Many of
 * these files exist only in this test.
 */
const forbidden: readonly [string, string, string][] = [
  ['libs/scripture/src/books.ts', 'libs/domain/src/notes/events.ts', 'scripture-imports-nothing'],
  ['libs/domain/src/notes/note.ts', 'libs/identity/src/identity.ts', 'domain-is-pure'],
  ['libs/domain/src/notes/clock.ts', 'node:fs', 'domain-does-no-io'],
  ['libs/contracts/src/notes.ts', 'libs/identity/src/identity.ts', 'contracts-are-shapes'],
  ['libs/stores/src/pool.ts', 'libs/event-log/src/event-log.ts', 'stores-know-no-other-room'],
  ['libs/event-log/src/sealed.ts', 'libs/domain/src/notes/events.ts', 'event-log-knows-no-feature'],
  ['libs/read-models/src/run-projections.ts', 'libs/domain/src/notes/events.ts', 'read-models-know-no-feature'],
  ['libs/jobs/src/bullmq.ts', 'libs/identity/src/identity.ts', 'jobs-know-no-feature'],
  ['libs/identity/src/identity.ts', 'libs/http/src/server.ts', 'identity-knows-no-feature'],
  ['libs/bible-library/src/library.ts', 'libs/event-log/src/event-log.ts', 'bible-library-knows-no-feature'],
  ['libs/http/src/server.ts', 'services/command/src/app.ts', 'http-knows-no-feature'],
  ['libs/testing/src/given.ts', 'services/command/src/app.ts', 'testing-starts-servers'],
  ['libs/event-log/src/leak.ts', 'libs/testing/src/given.ts', 'no-test-code-in-the-product'],
  ['apps/web/src/ui/title.tsx', 'apps/web/src/testing/in-app.tsx', 'no-test-code-in-the-product'],
  ['services/command/src/notes/add-note.ts', 'libs/read-models/src/run-projections.ts', 'command-writes'],
  ['services/command/src/app.ts', 'services/query/src/app.ts', 'command-writes'],
  ['services/command/src/notes/edit-note.ts', 'services/command/src/accounts/log-in.ts', 'command-slices-stay-apart'],
  ['services/query/src/user-notes/projection.ts', 'libs/domain/src/notes/note.ts', 'query-reads'],
  ['services/query/src/user-notes/list.ts', 'services/query/src/bible/get-chapter.ts', 'query-slices-stay-apart'],
  ['services/worker/src/welcome-mail.ts', 'libs/domain/src/notes/note.ts', 'worker-reacts'],
  ['apps/web/src/api/client.ts', 'libs/event-log/src/event-log.ts', 'web-speaks-http'],
  ['apps/web/src/kinds/notes/check.ts', 'libs/contracts/src/notes.ts', 'web-carries-no-zod'],
  ['apps/web/src/ui/title.tsx', 'apps/web/src/bible/names.ts', 'web-ground-floor'],
  ['apps/web/src/look/theme.ts', 'apps/web/src/app/storage.ts', 'web-ground-floor'],
  ['apps/web/src/locales/say.ts', 'apps/web/src/features/accounts/rules.ts', 'web-ground-floor'],
  ['apps/web/src/bible/chapter.ts', 'apps/web/src/features/reader/columns.ts', 'web-bible-is-the-text'],
  ['apps/web/src/bible/names.ts', 'apps/web/src/session/use-session.ts', 'web-bible-is-the-text'],
  ['apps/web/src/session/dialogs.tsx', 'apps/web/src/features/accounts/window.tsx', 'web-session-is-the-person'],
  ['apps/web/src/session/use-session.ts', 'apps/web/src/bible/names.ts', 'web-session-is-the-person'],
  ['apps/web/src/study/overlay.ts', 'apps/web/src/kinds/notes/note-draft.ts', 'web-study-is-below-features'],
  ['apps/web/src/study/overlay.ts', 'apps/web/src/features/reader/columns.ts', 'web-study-is-below-features'],
  ['apps/web/src/session/use-session.ts', 'apps/web/src/study/overlay.ts', 'web-session-is-the-person'],
  ['apps/web/src/features/search/panel.tsx', 'apps/web/src/features/reader/columns.ts', 'web-features-stay-apart'],
  ['apps/web/src/features/reader/page.tsx', 'apps/web/src/features/search/panel.tsx', 'web-features-stay-apart'],
  ['apps/web/src/kinds/notes/panel.tsx', 'apps/web/src/kinds/sermons/panel.tsx', 'web-kinds-stay-apart'],
  ['apps/web/src/kinds/notes/panel.tsx', 'apps/web/src/features/reader/columns.ts', 'web-kinds-stay-apart'],
  ['apps/web/src/features/reader/page.tsx', 'apps/web/src/kinds/notes/panel.tsx', 'web-features-know-no-kind'],
  ['apps/web/src/kinds/notes/panel.tsx', 'apps/web/src/app/shell.tsx', 'web-app-is-the-roof'],
  ['apps/web/src/api/again.ts', 'apps/web/src/main.tsx', 'web-app-is-the-roof'],
  ['apps/web/src/session/kept.ts', 'node_modules/idb/index.ts', 'web-opens-one-database'],
  ['apps/standalone/src/main.ts', 'apps/web/src/api/client.ts', 'standalone-composes'],
  ['services/pages/src/first.ts', 'services/query/src/bible/get-chapter.ts', 'pages-are-files'],
  ['libs/runtime/src/config.ts', 'services/command/src/app.ts', 'runtime-knows-no-service'],
  ['services/command/src/main.ts', 'services/query/src/compose.ts', 'command-composes-itself'],
  ['services/query/src/main.ts', 'services/worker/src/compose.ts', 'query-stands-on-command'],
  ['services/query/src/compose.ts', 'services/command/src/compose.ts', 'query-reads'],
  ['services/pages/src/main.ts', 'services/worker/src/compose.ts', 'pages-and-worker-stand-on-both'],
  [
    'services/query/src/documents.ts',
    'libs/engines/postgres/src/read-models/read-model-store.ts',
    'engines-only-in-the-runtime',
  ],
  ['apps/standalone/src/compose.ts', 'libs/engines/postgres/src/connection/pool.ts', 'engines-only-in-the-runtime'],
  ['services/query/src/away.ts', './nowhere.ts', 'not-resolvable'],
  ['services/worker/src/mail.ts', 'services/worker/src/helpers/text.ts', 'no-junk-drawers'],
  ['libs/event-log/src/sealed.ts', 'libs/engines/postgres/src/connection/pool.ts', 'engines-only-in-the-runtime'],
  [
    'libs/engines/postgres/src/event-log/event-log.ts',
    'libs/engines/cluster/src/redis/client.ts',
    'engines-stay-apart',
  ],
  ['libs/engines/cluster/src/redis/client.ts', 'libs/http/src/server.ts', 'engines-know-ports'],
  ['libs/runtime/src/values.ts', 'libs/runtime/src/on-cluster.ts', 'cluster-is-loaded-when-needed'],
]

/** The files whose imports, in this test, are imports of values. All other files import types. */
const withValues = new Set([
  'apps/web/src/session/kept.ts',
  'apps/web/src/device/device-database.ts',
  'apps/web/src/kinds/notes/check.ts',
  'apps/web/src/features/accounts/check.ts',
  'libs/runtime/src/values.ts',
])

/** Imports that the architecture needs. No rule may refuse them. */
const allowed: readonly [string, string][] = [
  ['services/command/src/notes/remove-note.ts', 'libs/domain/src/notes/note.ts'],
  ['services/command/src/notes/remove-note.ts', 'services/command/src/handle-command.ts'],
  ['services/query/src/user-notes/get-note.ts', 'libs/domain/src/notes/events.ts'],
  ['services/query/src/projector.ts', 'libs/read-models/src/run-projections.ts'],
  ['services/worker/src/main.ts', 'libs/runtime/src/run-process.ts'],
  ['services/query/src/projector-main.ts', 'libs/runtime/src/run-process.ts'],
  ['libs/runtime/src/on-postgres.ts', 'libs/engines/postgres/src/read-models/read-model-store.ts'],
  ['apps/web/src/api/read.ts', 'libs/contracts/src/notes.ts'],
  ['apps/web/src/device/device-database.ts', 'node_modules/idb/index.ts'],
  ['apps/web/src/features/accounts/check.ts', 'libs/contracts/src/account-rules.ts'],
  ['apps/web/src/main.tsx', 'apps/web/src/app/router.tsx'],
  ['apps/web/src/app/router.tsx', 'apps/web/src/kinds/notes/notes-page.tsx'],
  ['apps/web/src/kinds/notes/notes-page.tsx', 'apps/web/src/session/use-session.ts'],
  ['apps/web/src/features/reader/chapter-page.tsx', 'apps/web/src/study/overlay.ts'],
  ['apps/web/src/study/overlay.ts', 'apps/web/src/bible/chapter-reference.ts'],
  ['apps/web/src/study/editor.ts', 'apps/web/src/session/use-session.ts'],
  ['apps/web/src/locales/say.ts', 'apps/web/src/api/problem.ts'],
  ['apps/web/src/ui/title.test.tsx', 'apps/web/src/testing/in-app.tsx'],
  ['libs/engines/postgres/src/event-log/event-log.test.ts', 'libs/testing/src/given.ts'],
  ['libs/event-log/src/sealed.test.ts', 'libs/engines/postgres/src/event-log/event-log.ts'],
]

describe('the import rule', () => {
  let root: string
  let result: ICruiseResult

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'import-rules-'))
    const imports = new Map<string, string[]>()
    const add = (from: string, to: string) => imports.set(from, [...(imports.get(from) ?? []), to])
    for (const [from, to] of [...forbidden, ...allowed]) {
      add(from, to)
      if (!to.startsWith('node:') && !to.startsWith('.')) imports.set(to, imports.get(to) ?? [])
    }
    // Two files that import types of each other: a cycle.
    add('libs/scripture/src/egg.ts', 'libs/scripture/src/hen.ts')
    add('libs/scripture/src/hen.ts', 'libs/scripture/src/egg.ts')
    for (const [file, targets] of imports) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      const lines = targets.map((to, n) => {
        const path = to.startsWith('node:') || to.startsWith('.') ? to : relative(dirname(file), to)
        return `import ${withValues.has(file) ? '' : 'type '}{ T as T${n} } from '${path.startsWith('.') || path.includes(':') ? path : `./${path}`}'\n`
      })
      writeFileSync(join(root, file), `${lines.join('')}export type T = 1\n`)
    }
    const { forbidden: rules, options } = config
    const { output } = await cruise(['libs', 'services', 'apps'], {
      ...options,
      baseDir: root,
      ruleSet: { forbidden: rules },
      validate: true,
    })
    result = output as ICruiseResult
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const broken = (from: string, to: string) =>
    result.summary.violations
      .filter(
        (violation) =>
          violation.from === from && (violation.to === to || violation.to.endsWith(to.replace(/^(node:|\.\/)/, ''))),
      )
      .map((violation) => violation.rule.name)

  it.each(forbidden)('refuses %s → %s (%s)', (from, to, rule) => {
    expect(broken(from, to)).toContain(rule)
  })
  it.each(allowed)('allows %s → %s', (from, to) => {
    expect(broken(from, to)).toEqual([])
  })
  it('refuses a cycle, even of types', () => {
    const cycles = result.summary.violations.filter((violation) => violation.rule.name === 'no-cycles')
    expect(cycles.map((violation) => violation.from)).toContain('libs/scripture/src/egg.ts')
  })
  it('says the way out in every rule', () => {
    for (const rule of config.forbidden) expect(rule.comment.length, rule.name).toBeGreaterThan(20)
  })
  it('has a test for every rule', () => {
    const tested = new Set([
      ...forbidden.map(([, , rule]) => rule),
      'no-cycles',
      'no-dev-packages-in-the-product',
      'no-undeclared-packages',
      'clients-only-in-engines',
      'worker-slices-stay-apart',
    ])
    expect(config.forbidden.map((rule) => rule.name).filter((name) => !tested.has(name))).toEqual([])
  })
})
