// The rules for imports (docs/architecture.md has them in tables). The `comment` of a rule says how to resolve a
// forbidden import.

/** Matches the entry files of services. An entry file may import other services: `composesOnly` says which. */
const doors = '^services/[^/]+/src/(main|projector-main)\\.ts$'

/**
 * Makes a rule: of this repository's files, those under `from` may import only files under `from` and `to`. The rule
 * does not apply to the entry files of services, nor to imports of engines, which have rules of their own.
 */
const mayImportOnly = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^(${from})/`, pathNot: doors },
  to: { path: '^(libs|services|apps|e2e|tools)/', pathNot: [from, 'libs/engines/', ...to].map((room) => `^(${room})`) },
})

/**
 * The files of the domain that the query service and the worker may import: events, their kinds, how events become
 * items, the names of streams, and two files for tests.
 */
const domainEvents =
  'libs/domain/src/([^/]+/(events\\.ts|[^/]+-item\\.ts|recorded-events\\.json)|(all-events|event-catalog|item-kinds?|item-on-verses|stream-names|given\\.contract)\\.ts)$'
/**
 * The files of the Bible library that parse and run searches and that place cross-references. They are pure and do not
 * depend on the place where texts are stored, so the browser imports them, too.
 */
const searchMeaning =
  'libs/bible-library/src/(passage-range|search/(collect-terms|cursor|find-verses|postings|searchable)|cross-references/(placed-references|reference-letters))\\.ts$'
const stores = 'libs/stores/'
/** Files of libs/stores that depend on no store and no engine. The command and query services may import them. */
const withinTheProcess = 'libs/stores/src/(at-most|door|pauses)\\.ts$'
const tests = '\\.(test|contract)\\.tsx?$'
const forTests = '^(libs/testing|apps/web/src/testing)/'

/**
 * Makes a rule: a slice (a folder in a service's src) may not import another slice of that service, except in tests.
 */
const slicesStayApart = (service) => ({
  name: `${service}-slices-stay-apart`,
  comment: 'A slice never imports a sibling slice: move what both need up to the service (src/*.ts) or into a lib.',
  severity: 'error',
  from: { path: `^services/${service}/src/([^/]+)/`, pathNot: tests },
  to: { path: `^services/${service}/src/[^/]+/`, pathNot: `^services/${service}/src/$1/` },
})

/** The folders of the web app that all its other folders may import. They know no page, no Bible text and no person. */
const webGround = 'api|ui|look|locales|device'

/**
 * Makes a rule: of the web app's files, those in the folders `room` may import only files in `room`, `rooms` and
 * `testing`. Both arguments are names of folders, separated by `|`.
 */
const webRoom = (name, room, rooms, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^apps/web/src/(${room})/` },
  to: { path: '^apps/web/src/', pathNot: `^apps/web/src/(${[room, rooms, 'testing'].filter(Boolean).join('|')})/` },
})

/**
 * Makes a rule: the entry file of a service may import of the other services only those in `below` (separated by `|`).
 */
const composesOnly = (name, services, below, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^services/(${services})/src/(main|projector-main)\\.ts$` },
  to: { path: '^(services|apps|e2e|tools)/', pathNot: `^services/($1${below && `|${below}`})/` },
})

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle, types included: move what both need into a file of its own that neither imports back.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolvable',
      comment: 'The import leads nowhere: fix the path, or add the package to the workspace that imports it.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-test-code-in-the-product',
      comment:
        'Only tests and benches import what is made for tests (libs/testing, src/testing), test files and contract suites.',
      severity: 'error',
      from: { pathNot: [tests, forTests, '^(e2e|tools)/', 'vitest\\.config\\.ts$'] },
      to: { path: [forTests, tests] },
    },
    mayImportOnly(
      'scripture-imports-nothing',
      'libs/scripture',
      [],
      'libs/scripture is the ground floor: pure, also in the browser.',
    ),
    mayImportOnly(
      'domain-is-pure',
      'libs/domain',
      ['libs/scripture/', 'libs/contracts/src/(kind|account-act|history|tag)-rules\\.ts$'],
      'The domain decides and does no I/O: pass in what it needs (time, ids) as arguments.',
    ),
    {
      name: 'domain-does-no-io',
      comment: 'The domain imports emmett and libs/scripture only: do I/O in services/command and pass the result in.',
      severity: 'error',
      from: { path: '^libs/(domain|scripture)/', pathNot: tests },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'],
        pathNot: ['node_modules/@event-driven-io/emmett/', 'node_modules/bible-passage-reference-parser/'],
      },
    },
    mayImportOnly(
      'contracts-are-shapes',
      'libs/contracts',
      ['libs/scripture/'],
      'Contracts are the shapes of the wire, shared with the browser: zod, libs/scripture, and a parser of HTML.',
    ),
    mayImportOnly(
      'stores-know-no-other-room',
      'libs/stores',
      ['libs/testing/'],
      'libs/stores is what is true of every store; it knows neither ports nor engines nor features.',
    ),
    mayImportOnly(
      'event-log-knows-no-feature',
      'libs/event-log',
      [stores, 'libs/testing/'],
      'An adapter knows no feature: take what it needs as an argument.',
    ),
    mayImportOnly(
      'read-models-know-no-feature',
      'libs/read-models',
      ['libs/event-log/', stores, 'libs/testing/'],
      'An adapter knows no feature: take what it needs as an argument.',
    ),
    mayImportOnly(
      'jobs-know-no-feature',
      'libs/jobs',
      [stores, 'libs/testing/'],
      'An adapter knows no feature: job names and data are type arguments.',
    ),
    mayImportOnly(
      'identity-knows-no-feature',
      'libs/identity',
      [stores, 'libs/scripture/src/normal-form\\.ts$', 'libs/testing/'],
      'Identity knows accounts, sessions and keys; nothing of notes or HTTP.',
    ),
    mayImportOnly(
      'engines-know-ports',
      'libs/engines/postgres|libs/engines/cluster',
      ['libs/event-log/', 'libs/read-models/', 'libs/jobs/', 'libs/identity/', stores, 'libs/testing/'],
      'An engine is behind ports: it knows them, and what they say; nothing of features.',
    ),
    {
      name: 'engines-stay-apart',
      comment: 'An installation loads one engine: what both need belongs to the port, or to libs/stores.',
      severity: 'error',
      from: { path: '^libs/engines/([^/]+)/' },
      to: { path: '^libs/engines/', pathNot: '^libs/engines/$1/' },
    },
    {
      name: 'engines-only-in-the-runtime',
      comment: 'Services, apps and ports know no engine: let libs/runtime open it, and take the port as an argument.',
      severity: 'error',
      from: {
        path: '^(libs|services|apps)/',
        pathNot: [tests, '^libs/(engines|testing)/', '^libs/runtime/src/(stores|on-postgres|on-cluster)\\.ts$'],
      },
      to: { path: '^libs/engines/' },
    },
    {
      name: 'clients-only-in-engines',
      comment: 'The clients of servers belong to an engine (libs/engines); others may know their types.',
      severity: 'error',
      from: { path: '^(libs|services|apps)/', pathNot: [tests, '^libs/(engines|testing)/'] },
      to: { path: 'node_modules/(pg|mongodb|ioredis|bullmq|@eventstore)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cluster-is-loaded-when-needed',
      comment: 'A home installation never loads the clients of a cluster: import on-cluster.ts by import() alone.',
      severity: 'error',
      from: { path: '^libs/runtime/', pathNot: [tests, '^libs/runtime/src/on-cluster\\.ts$'] },
      to: {
        path: '^(libs/runtime/src/on-cluster\\.ts$|libs/engines/cluster/)',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    mayImportOnly(
      'bible-library-knows-no-feature',
      'libs/bible-library',
      ['libs/scripture/', 'libs/contracts/', 'libs/stores/src/(exclusive-lock|pauses)\\.ts$', 'libs/testing/'],
      'The library knows texts; routes are in services/query/src/bible.',
    ),
    mayImportOnly(
      'http-knows-no-feature',
      'libs/http',
      ['libs/contracts/', 'libs/identity/', stores, 'libs/domain/src/rule\\.ts$', 'libs/testing/'],
      'The bootstrap knows no feature: register routes from a service.',
    ),
    mayImportOnly(
      'testing-starts-servers',
      'libs/testing',
      ['libs/event-log/', 'libs/read-models/', 'libs/bible-library/src/built-in/', stores],
      'Helpers for tests know ports and stores, not features; the app they start as a process.',
    ),
    mayImportOnly(
      'command-writes',
      'services/command',
      [
        'libs/domain/',
        'libs/contracts/',
        'libs/event-log/',
        'libs/identity/',
        'libs/http/',
        'libs/jobs/',
        'libs/read-models/src/read-model-store\\.ts$',
        'libs/runtime/',
        'libs/scripture/',
        withinTheProcess,
        'libs/testing/',
      ],
      'The command service decides and appends; of read models it counts items alone: put reads into services/query.',
    ),
    mayImportOnly(
      'query-reads',
      'services/query',
      [
        domainEvents,
        'libs/contracts/',
        'libs/event-log/',
        'libs/read-models/',
        'libs/http/',
        'libs/bible-library/',
        'libs/runtime/',
        'libs/scripture/',
        withinTheProcess,
        'libs/testing/',
      ],
      'A projection knows events, never deciders: import events.ts and *-item.ts of libs/domain only.',
    ),
    mayImportOnly(
      'worker-reacts',
      'services/worker',
      [
        domainEvents,
        'libs/contracts/src/(account-act|kind|system)-rules\\.ts$',
        'libs/event-log/',
        'libs/jobs/',
        'libs/identity/',
        'libs/read-models/',
        'libs/runtime/',
        'libs/scripture/',
        'libs/stores/src/(exclusive-lock|store-unavailable)\\.ts$',
        'libs/testing/',
      ],
      'The worker turns events into jobs and jobs into mail: events, log, jobs, identity and scripture only.',
    ),
    mayImportOnly(
      'web-speaks-http',
      'apps/web',
      ['libs/contracts/', 'libs/scripture/', searchMeaning],
      'The browser shares only shapes and scripture with the services: call them over HTTP.',
    ),
    {
      name: 'web-carries-no-zod',
      comment:
        'Shapes bring zod with them, 20 kB in the browser: import their types alone. What a form checks by itself stands in a file *-rules.ts of libs/contracts that imports no zod, and refusal.ts says why.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: tests },
      to: { path: '^libs/contracts/', pathNot: '(-rules|/refusal)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-opens-one-database',
      comment:
        'All that a device keeps is in one database, which device-database.ts opens: ask for it there (decision 10).',
      severity: 'error',
      from: {
        path: '^apps/web/src/',
        pathNot: [tests, forTests, '^apps/web/src/device/(device-database|older-databases)\\.ts$'],
      },
      to: { path: 'node_modules/idb/', dependencyTypesNot: ['type-only'] },
    },
    mayImportOnly(
      'pages-are-files',
      'services/pages',
      ['libs/contracts/', 'libs/http/', 'libs/bible-library/', 'libs/runtime/', 'libs/scripture/', 'libs/testing/'],
      'The page server gives the built web app and its first HTML: what pages ask for is handed in as a function.',
    ),
    mayImportOnly(
      'runtime-knows-no-service',
      'libs/runtime',
      ['libs/'],
      'Settings, stores and the life of a process: what a service is made of is handed in by its main.ts.',
    ),
    composesOnly('command-composes-itself', 'command', '', 'The command service stands on libs alone.'),
    composesOnly(
      'query-stands-on-command',
      'query',
      'command',
      'What reading puts into the log is decided by the command service; of pages and worker the query service knows nothing.',
    ),
    composesOnly(
      'pages-and-worker-stand-on-both',
      'pages|worker',
      'command|query',
      'Pages and worker are composed of their own files, the command and the query service.',
    ),
    webRoom(
      'web-ground-floor',
      webGround,
      '',
      'What every page stands on names no page: take what it needs as an argument, or move what knows more up to the room that knows it.',
    ),
    webRoom(
      'web-bible-is-the-text',
      'bible',
      webGround,
      'bible/ knows texts, passages and their names, not people and pages: what a person has on a verse is in study/, what a page does in its feature.',
    ),
    webRoom(
      'web-session-is-the-person',
      'session',
      webGround,
      'session/ knows who is signed in: let app/ hand in what a feature shows (as the account dialog window), or move it into that feature.',
    ),
    webRoom(
      'web-study-is-below-features',
      'study',
      `bible|session|${webGround}`,
      'study/ is what all kinds have in common, for kinds and features to stand on: what only one kind has belongs to its folder in kinds/.',
    ),
    {
      name: 'web-kinds-stay-apart',
      comment:
        'A kind never imports another kind, nor a feature: move what both need down (study/, session/, bible/, ui/). The reader and the lists meet it as a value of study/kind.ts.',
      severity: 'error',
      from: { path: '^apps/web/src/kinds/([^/]+)/', pathNot: tests },
      to: { path: '^apps/web/src/(kinds|features)/', pathNot: '^apps/web/src/kinds/$1/' },
    },
    {
      name: 'web-features-know-no-kind',
      comment: 'A feature meets kinds as values of study/kind.ts, which app/ hands to it.',
      severity: 'error',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/kinds/' },
    },
    {
      name: 'web-features-stay-apart',
      comment:
        'A feature never imports a sibling: move what both need down (session/, study/, bible/, ui/), or let app/ hand it in. What stands on a verse is a kind: it reaches the reader as a value of study/kind.ts.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-app-is-the-roof',
      comment:
        'app/ composes, and no room imports it: move what you need to the room it is about, or let app/ hand it in.',
      severity: 'error',
      from: { path: '^apps/web/src/[^/]+/', pathNot: '^apps/web/src/app/' },
      to: { path: '^apps/web/src/(app/|[^/]+$)' },
    },
    mayImportOnly(
      'standalone-composes',
      'apps/standalone',
      ['services/', 'libs/'],
      'The composition root wires services and libs.',
    ),
    slicesStayApart('command'),
    slicesStayApart('query'),
    slicesStayApart('worker'),
    {
      name: 'no-junk-drawers',
      comment: 'utils, helpers, shared and common say nothing: name the folder for what is in it.',
      severity: 'error',
      from: {},
      to: { path: '^(libs|services|apps|e2e|tools)/.*/(utils?|helpers?|shared|common)(/|\\.tsx?$)' },
    },
    {
      name: 'no-undeclared-packages',
      comment:
        'npm puts most packages where every workspace finds them, until another version moves them: add it to the package.json of the workspace that imports it.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages-in-the-product',
      comment: 'The product imports a development dependency: move it to "dependencies" of that workspace.',
      severity: 'error',
      from: { path: '^(libs|services|apps/standalone)/', pathNot: [tests, '^libs/testing/', '\\.config\\.ts$'] },
      to: { dependencyTypes: ['npm-dev'], pathNot: '@types/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
    combinedDependencies: true,
  },
}
