import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buildBuiltIn } from '@pathlight/bible-library/built-in/build-built-in.ts'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { type Library, openLibrary } from '@pathlight/bible-library/library.ts'
import { englishStem } from '@pathlight/bible-library/search/english-stem.ts'
import { hasOperators, parseQuery, type QueryPart } from '@pathlight/bible-library/search/query.ts'
import { openFindVerses } from '@pathlight/bible-library/search/search-index.ts'
import { type Token, tokenize } from '@pathlight/bible-library/search/tokens.ts'
import { percentile } from './figures.ts'
import { fillUp, SAMPLE_KRV } from './library.ts'

// `npm run bench -- search`: compares Pathlight's index with SQLite's FTS5 (docs/decisions/0006) on the queries of
// search-queries.tsv. Both search the same texts, in this process, with the same tokenizer. FTS5 ranks by bm25 and
// counts by version and book, but returns no texts.

const QUERIES = new URL('../../../libs/bible-library/src/search/search-queries.tsv', import.meta.url)
const ROUNDS = 5
const LIMIT = 20
/** The limit of the p99 of Pathlight's index over four texts, in milliseconds. */
const P99_MS = 5
const USUAL_VERSIONS = 4
/**
 * Greater than every verse id. In FTS5's table, the key of a row is the version's number * PER_VERSION + the verse id.
 */
const PER_VERSION = 100_000_000

/** The terms of a token in FTS5: the stem of a word, or the pairs of neighbouring syllables. */
const terms = ({ kind, form, units }: Token): string[] => {
  if (kind === 'word') return [englishStem(form.replaceAll("'", ''))]
  if (units.length === 1) return [form]
  return units.slice(1).map((unit, at) => (units[at]?.form ?? '') + unit.form)
}

const fillFts5 = (db: DatabaseSync, library: Library): void => {
  db.exec(`CREATE VIRTUAL TABLE verse USING fts5(words, content='', tokenize="unicode61 remove_diacritics 0")`)
  const insert = db.prepare('INSERT INTO verse (rowid, words) VALUES (?, ?)')
  db.exec('BEGIN')
  for (const [at, { code }] of library.installed().entries())
    for (const { verse_id, text } of library.verses(code, 0, 67_000_000))
      insert.run(at * PER_VERSION + verse_id, tokenize(text).flatMap(terms).join(' '))
  db.exec(`COMMIT; INSERT INTO verse (verse) VALUES ('optimize')`)
}

/**
 * Queries with operators over the built-in versions. Some of their Hebrew and Greek words are rare, others very common.
 */
const WITH_OPERATORS: readonly string[] = [
  ...['love OR charity', 'the OR and OR of', 'grace OR mercy OR peace', '"living water" OR "bread of life"'],
  ...['faith near/5 works', 'the near/3 lord', 'and near/50 the', 'love near/10 god near/10 world'],
  ...['righteous*', 'the*', 'com* unto', '"kingdom of" heav*', 'lov* -loveth'],
  ...['love in:Romans', 'the in:Matt-Acts', 'god in:창세기', 'grace in:Rom in:Gal -boast*'],
  ...[
    'strong:G26',
    'strong:G3588',
    'strong:H3068',
    'strong:G26 world',
    'strong:G25 OR strong:G26',
    'strong:G2316 near/5 strong:G25',
  ],
  ...[
    'lemma:אהב',
    'lemma:λόγος in:John',
    'strong:H430 in:Gen create*',
    '사랑 OR 믿음',
    '하나님 near/5 사랑',
    '사랑* in:요',
  ],
]

const phraseOf = (part: QueryPart): string => ('tokens' in part ? `"${part.tokens.flatMap(terms).join(' ')}"` : '')
/**
 * The query in FTS5's syntax. Null if the query has operators or only excluded words, which the comparison with FTS5
 * leaves out.
 */
const matchOf = (query: string): string | null => {
  const parsed = parseQuery(query)
  if (hasOperators(parsed)) return null
  const { parts } = parsed
  const wanted = parts.filter(({ excluded }) => !excluded).map(phraseOf)
  const without = parts.filter(({ excluded }) => excluded).map(phraseOf)
  return wanted.length === 0 ? null : [wanted.join(' AND '), ...without].join(' NOT ')
}

/** The time of each query in milliseconds: the fastest of ROUNDS, so that other work on the machine does not count. */
const timesOf = (queries: readonly string[], find: (query: string) => unknown) => {
  const fastest = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++)
    for (const query of queries) {
      const began = performance.now()
      find(query)
      fastest.set(query, Math.min(performance.now() - began, fastest.get(query) ?? Number.POSITIVE_INFINITY))
    }
  return Array.from(fastest, ([query, ms]) => ({ query, ms }))
}

/** Prints the times, and returns their p99. */
const show = (name: string, times: readonly { query: string; ms: number }[]): number => {
  const all = times.map(({ ms }) => ms)
  const [slowest] = times.toSorted((a, b) => b.ms - a.ms)
  const figures = [50, 95, 99].map((p) => `p${p} ${percentile(all, p).toFixed(2)} ms`).join(', ')
  console.log(`  ${name.padEnd(10)} ${figures}; slowest ${slowest?.ms.toFixed(1)} ms (${slowest?.query})`)
  return percentile(all, 99)
}

const compare = (file: string, folder: string): void => {
  const library = openLibrary(file)
  const versions = library.installed().length
  const db = new DatabaseSync(join(folder, `fts5-${versions}.sqlite`))
  try {
    fillFts5(db, library)
    const [, ...lines] = readFileSync(QUERIES, 'utf8').trimEnd().split('\n')
    const queries = [...new Set(lines.map((line) => line.split('\t')[0] ?? ''))].filter((one) => matchOf(one) !== null)
    const best = db.prepare('SELECT rowid, rank FROM verse WHERE verse MATCH ? ORDER BY rank LIMIT ?')
    const counts = db.prepare(
      `SELECT rowid / ${PER_VERSION} AS version, rowid % ${PER_VERSION} / 1000000 AS book, count(*) AS hits
       FROM verse WHERE verse MATCH ? GROUP BY 1, 2`,
    )
    const find = openFindVerses(library)
    console.log(`${queries.length} queries over ${versions} versions, the fastest of ${ROUNDS} times each:`)
    show(
      'FTS5',
      timesOf(queries, (query) => [best.all(matchOf(query), LIMIT), counts.all(matchOf(query))]),
    )
    const ours = [
      show(
        'our index',
        timesOf(queries, (query) => find({ query, limit: LIMIT })),
      ),
      show(
        'operators',
        timesOf(WITH_OPERATORS, (query) => find({ query, limit: LIMIT })),
      ),
    ]
    if (versions > USUAL_VERSIONS || Math.max(...ours) <= P99_MS) return
    console.error(`  MISSED: a p99 of ${P99_MS} ms at most is asked of our index over ${USUAL_VERSIONS} versions.`)
    process.exitCode = 1
  } finally {
    db.close()
    library.close()
  }
}

/**
 * Prints the search times of both engines, with the built-in versions and with twelve versions. Sets the exit code if
 * Pathlight's times are too long.
 */
export const compareSearchEngines = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-bench-search-'))
  const file = join(folder, 'bibles.sqlite')
  try {
    buildBuiltIn(file)
    if (existsSync(SAMPLE_KRV)) await importBible({ library: file, path: SAMPLE_KRV, code: 'KRV', language: 'ko' })
    compare(file, folder)
    fillUp(file)
    compare(file, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
