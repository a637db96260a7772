import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { FileRefused } from '@pathlight/command/import/file-refused.ts'
import { readFile } from '@pathlight/command/import/read-file.ts'
import { EXPORT_BEGINS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { IMPORT_LINE_MAX } from '@pathlight/contracts/import-rules.ts'
import { inPieces, piecesOf } from '@pathlight/testing/pieces-of-work.ts'
import { parseSync } from '@swc/core'
import { describe, expect, it } from 'vitest'

// Every exported function that takes a person's text gets the worst texts of the greatest length. The function must
// refuse each text, or take at most MOST pieces of work. A function whose time grows with the square of the text's
// length would take thousands. The last test fails for a function without a row.

const root = join(import.meta.dirname, '../..')
/** The limit in pieces of work of about a millisecond each. */
const MOST = 80
const TRIES_AGAIN = 9

/** Files that read people's texts. Each of their exported functions has a row below, or is excused. */
const ROOMS = [
  'libs/contracts/src/*-rules.ts',
  'libs/scripture/src/*.ts',
  'libs/event-log/src/{json-fault,storable-events}.ts',
  'libs/identity/src/name-key.ts',
  'libs/bible-library/src/without-controls.ts',
  'libs/bible-library/src/search/{query,tokens,suggest-query,cursor}.ts',
  'services/command/src/sermons/rich-text-of-html.ts',
  'services/command/src/import/date-in-cell.ts',
  'libs/contracts/src/words-of-html-rules.ts',
  'services/query/src/bible/query-or-400.ts',
  'apps/web/src/study/exporting/{docx-elsewhere,export-docx}.ts',
  'apps/web/src/kinds/sermons/{export-html,export-markdown,pages-of-words,reference-before,rich-text-in,sermon-draft}.ts',
]

/** The greatest number of bytes (UTF-8) that a function gets, by the kind of text. */
const SERMON = 200_000
const NOTE = 150_000
/** A body of JSON, in bytes. */
const BODY = 512_000
/** A header, or an address with its query, in bytes. */
const HEADER = 16_000
const QUERY = 6_000
const NAME = 1_000
/** A verse of an imported Bible, in bytes. */
const VERSE = 50_000

/** Patterns that are repeated to make the worst texts. */
const PATTERNS: Readonly<Record<string, string>> = {
  'one letter': 'x',
  'one Korean letter': '가',
  'marks that change places': '\u0301\u0323',
  'marks on letters': `a${'\u0301\u0323'.repeat(14)}`,
  'letters that become 18': '\ufdfa',
  'marks on one letter': `a${'\u0301'.repeat(100)}`,
  'half width marks': '\uff76\uff9e\u0301',
  jamo: '\u1112\u1161\u11ab',
  dots: '.',
  slashes: '/',
  brackets: '(',
  'other brackets': '[',
  braces: '{{',
  quotes: '"',
  apostrophes: "a'",
  hyphens: '-',
  'open tags': '<b>',
  'open links': '<a href="https://example.org/">',
  'signs of tags': '<',
  'closed tags': '</i>x',
  paragraphs: '<p>x',
  entities: '&amp;',
  blanks: ' ',
  lines: '\n',
  words: 'x ',
  digits: '1',
  references: '1 John 1:1, ',
  'Korean references': '요1서 3장 16절과 ',
  'halves of letters': '\ud83d',
  'letters of two units': '\u{1d15e}',
}
const textOf = (pattern: string, bytes: number): string =>
  pattern.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(pattern))))

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks })
const nested = (type: string, levels: number, inside: object): object =>
  Array.from({ length: levels }).reduce<object>((node) => ({ type, content: [node] }), inside)
const doc = (...content: object[]) => ({ type: 'doc', content })
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const LINK = { type: 'link', attrs: { href: `https://example.org/${'x'.repeat(1_900)}` } }
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })

/** The worst rich texts that a request's body can hold. Of some of them, cleaning leaves nothing. */
const TREES: Readonly<Record<string, object>> = {
  deep: nested('blockquote', 2_000, paragraph(text('x'))),
  'lists in each other': doc(nested('bulletList', 49, paragraph(...many(9_000, () => text('x'))))),
  'items of no list': doc(nested('listItem', 45, paragraph(...many(9_000, () => text('x'))))),
  'paragraphs in each other': doc(nested('paragraph', 45, paragraph(...many(9_000, () => text('x'))))),
  'unknown nodes in each other': doc(nested('unknown', 48, { type: 'unknown', content: many(100_000, () => ({})) })),
  'wide and empty': doc(...many(20_000, () => ({ type: 'paragraph' }))),
  'nothing at all': { type: 'doc', content: many(150_000, () => []) },
  'texts of a letter': doc(paragraph(...many(15_000, () => text('x')))),
  'marks without end': doc(paragraph({ type: 'text', text: 'x', marks: many(40_000, () => ({ type: 'x' })) })),
  'marks on each letter': doc(paragraph(...many(2_000, () => text('x', ...many(20, () => ({ type: 'bold' })))))),
  'long links': doc(paragraph(...many(250, () => text('x', LINK)))),
  'one long word': doc(paragraph(text('x'.repeat(190_000)))),
  'words in quotations': doc(nested('blockquote', 47, paragraph(text('x '.repeat(95_000))))),
  blanks: doc(paragraph(text(' '.repeat(190_000)))),
  breaks: doc(paragraph(...many(9_000, () => ({ type: 'hardBreak' })))),
}

type Row = {
  readonly file: string
  readonly name: string
  readonly bytes: number
  readonly with?: (given: string) => readonly unknown[]
}
const row = (file: string, name: string, bytes: number, given?: Row['with']): Row => ({
  file,
  name,
  bytes,
  ...(given && { with: given }),
})

const S = 'libs/scripture/src'
const C = 'libs/contracts/src'
const L = 'libs/bible-library/src'
const W = 'apps/web/src/kinds/sermons'
const OF_TEXT: readonly Row[] = [
  row(`${S}/normal-form.ts`, 'normalForm', SERMON, (given) => [given, 'NFC']),
  row(`${S}/normal-form.ts`, 'normalForm', SERMON, (given) => [given, 'NFKC']),
  row(`${S}/normal-form.ts`, 'normalForm', SERMON, (given) => [given, 'NFKD']),
  row(`${S}/normal-form.ts`, 'withoutInvisible', BODY),
  row(`${S}/books.ts`, 'findBook', HEADER),
  row(`${S}/suggest-book.ts`, 'suggestBook', NAME),
  row(`${S}/references.ts`, 'parseReferences', BODY),
  row(`${S}/find-words-again.ts`, 'findWordsAgain', 5_000, (given) => [given, `${given}x`, { start: 3, end: 9 }]),
  row(`${C}/account-rules.ts`, 'isEmail', BODY),
  row(`${C}/account-rules.ts`, 'isNameOfNobody', BODY),
  row(`${C}/admin-rules.ts`, 'isReason', BODY),
  row(`${C}/find-rules.ts`, 'wordsToFind', NAME),
  row(`${C}/find-rules.ts`, 'findable', SERMON, (given) => [[given]]),
  row(`${C}/find-rules.ts`, 'hasWords', SERMON, (given) => [given, [given.slice(0, 199), `${given.slice(0, 99)}y`]]),
  row(`${C}/find-rules.ts`, 'findableHighlight', HEADER, (given) => [
    { selected_text: given, version: 'KJV', verse_id: 43_003_016 },
  ]),
  row(`${C}/find-rules.ts`, 'findableBookmark', NAME, (given) => [{ book: given, chapter: 1, version: 'KJV' }]),
  row(`${C}/find-rules.ts`, 'findableText', NOTE, (given) => [
    { text: given, title: null, version: 'KJV', verse_id: 43_003_016 },
  ]),
  row(`${C}/tag-rules.ts`, 'asTag', BODY),
  row(`${C}/tag-rules.ts`, 'tagRefusal', BODY),
  row(`${C}/tag-rules.ts`, 'readTags', BODY, (given) => [[given]]),
  row(`${C}/tag-rules.ts`, 'tagsFrom', BODY, (given) => [[given]]),
  // The next three functions get only tags that were checked before, so a tag has at most forty characters.
  row(`${C}/tag-rules.ts`, 'tagKey', NAME),
  row(`${C}/tag-rules.ts`, 'distinctTags', NAME, (given) => [[given]]),
  row(`${C}/tag-rules.ts`, 'hasTag', NAME, (given) => [{ tags: [given] }, given]),
  row(`${S}/references-in-text.ts`, 'referencesInText', SERMON),
  row(`${C}/markdown-rules.ts`, 'richTextOfMarkdown', NOTE),
  row(`${C}/markdown-rules.ts`, 'plainTextOfMarkdown', NOTE),
  row(`${C}/mentions-rules.ts`, 'mentionsIn', SERMON),
  row(`${C}/mentions-rules.ts`, 'askedMention', QUERY, (given) => [given, given]),
  row(`${C}/item-pages-rules.ts`, 'idsOfPagesIn', SERMON),
  row(`${C}/item-pages-rules.ts`, 'itemOfPage', BODY),
  row(`${C}/piled-marks-rules.ts`, 'hasPiledMarks', BODY),
  row(`${C}/piled-marks-rules.ts`, 'hasPiledMarksWithin', BODY),
  row(`${C}/rich-text-rules.ts`, 'safeLink', BODY),
  row(`${C}/import-rules.ts`, 'columnKey', BODY),
  row(`${C}/rich-text-rules.ts`, 'richTextOf', BODY),
  row('libs/identity/src/name-key.ts', 'nameKey', NAME),
  row('libs/event-log/src/json-fault.ts', 'jsonFault', BODY, (given) => [{ given }, 'data', { maxDepth: 120 }]),
  row('libs/event-log/src/storable-events.ts', 'storableEvents', BODY, (given) => [
    'note-1',
    [{ type: 'Written', data: { given } }],
  ]),
  row(`${L}/without-controls.ts`, 'withoutControls', SERMON),
  row(`${L}/search/query.ts`, 'parseQuery', HEADER),
  row(`${L}/search/tokens.ts`, 'tokenize', VERSE),
  row(`${L}/search/suggest-query.ts`, 'typedOtherwise', QUERY),
  row(`${L}/search/cursor.ts`, 'readCursor', HEADER),
  row('services/query/src/bible/query-or-400.ts', 'queryOr400', HEADER),
  row('services/command/src/sermons/rich-text-of-html.ts', 'looksLikeHtml', BODY),
  // The product reads longer HTML on a thread.
  row('services/command/src/sermons/rich-text-of-html.ts', 'richTextOfHtml', 5_000),
  // The product passes on longer cells only if they have fewer than 10,000 tags. The tables of OF_FILES test such
  // cells.
  row('libs/contracts/src/words-of-html-rules.ts', 'wordsOfHtml', 30_000),
  row('services/command/src/import/date-in-cell.ts', 'dateInCell', NAME, (given) => [given, null, 0]),
  row(`${C}/excerpt-rules.ts`, 'excerptOf', SERMON),
  row(`${C}/share-rules.ts`, 'firstWords', NOTE),
  row(`${C}/excerpt-rules.ts`, 'excerptAround', SERMON, (given) => [given, ['zebra', given.slice(-5).toLowerCase()]]),
  row(`${C}/rich-text-as-markdown-rules.ts`, 'plainWords', SERMON),
  row(`${C}/rich-text-as-markdown-rules.ts`, 'indented', SERMON, (given) => [given, '> ', '> ']),
  row(`${S}/name-before.ts`, 'bookAtEnd', 60),
  row(`${S}/name-before.ts`, 'nameBefore', SERMON, (given) => [given, given.length]),
  row(`${W}/reference-before.ts`, 'referenceBefore', SERMON),
  row(`${W}/sermon-draft.ts`, 'wordCount', SERMON),
  row(`${W}/sermon-draft.ts`, 'speakingMinutes', SERMON),
]
const asExported = (content: unknown) => ({ title: 'x', speaker: 'x', passage: 'John 3', language: 'en', content })
/** `of`: makes the function's argument from the tree. */
const OF_TREES: readonly (Omit<Row, 'bytes'> & { readonly of?: (tree: unknown) => unknown })[] = [
  { file: `${C}/rich-text-rules.ts`, name: 'cleanRichText' },
  { file: `${C}/rich-text-rules.ts`, name: 'plainTextOf' },
  { file: `${C}/rich-text-rules.ts`, name: 'richTextBytes' },
  { file: `${C}/sermon-rules.ts`, name: 'quotedReferences' },
  { file: `${W}/pages-of-words.ts`, name: 'pagesOfWords' },
  { file: `${W}/export-markdown.ts`, name: 'asMarkdown', of: asExported },
  { file: `${C}/rich-text-as-markdown-rules.ts`, name: 'richTextAsMarkdown' },
]
/** The functions that get only rich text that `cleanRichText` has cleaned. */
const AFTER_CLEANING = new Set([
  'plainTextOf',
  'richTextBytes',
  'quotedReferences',
  'pagesOfWords',
  'richTextAsMarkdown',
  'asMarkdown',
])

/** Exported functions that need no row, with the reason. */
const EXCUSED: Readonly<Record<string, string>> = {
  [`${C}/pack-rules.ts#unpackChapter`]: 'it puts verses of a text that the server packed together again, each once',
  [`${C}/pack-rules.ts#wordsPack`]: 'it adds an ending',
  [`${C}/pack-rules.ts#isWordsPack`]: 'it looks at an ending',
  [`${C}/pack-rules.ts#hundredOf`]: 'a Strong’s number has five or six letters',
  [`${S}/parsing.ts#parsingOf`]: 'a parsing comes from a text that was imported, and is bounded there',
  [`${C}/item-pages-rules.ts#pageOfItem`]: 'it joins two texts',
  [`${C}/excerpt-rules.ts#withoutHalfCharacter`]: 'it looks at the last character',
  [`${C}/pad-rules.ts#idNamed`]: 'it looks at 36 characters',
  [`${C}/tag-rules.ts#tagInPath`]: 'a tag has 40 characters',
  [`${S}/version-label.ts#versionLabel`]: 'it looks a code up',
  [`${S}/version-label.ts#citation`]: 'it joins two texts',
  [`${S}/reference-parser.ts#withPlainLetters`]: 'parseReferences alone gives it a text',
  [`${S}/written-references.ts#withPlainNumbers`]: 'parseReferences alone gives it a text',
  [`${S}/comma-verses.ts#withColonVerses`]: 'parseReferences alone gives it a text',
  [`${S}/remarks.ts#withoutRemarks`]: 'parseReferences alone gives it a text',
  [`${S}/roman-chapters.ts#withPlainChapters`]: 'parseReferences alone gives it a text',
  [`${S}/foreign-names.ts#bookInAnotherLanguage`]: 'it looks at sixty characters',
  [`${L}/search/suggest-query.ts#openSpelling`]: 'it opens a table; its texts are words of a query that was parsed',
  [`${L}/search/suggest-query.ts#respelt`]: 'its text is a query of at most 200 characters',
  'libs/event-log/src/storable-events.ts#appending': 'storableEvents does it',
  'apps/web/src/study/exporting/docx-elsewhere.ts#docxElsewhere': 'it hands the document to a worker',
  'apps/web/src/study/exporting/export-docx.ts#asDocx': 'it works in a worker',
  [`${W}/export-html.ts#asHtml`]:
    "it needs a browser's document; it makes one element for each of the sermon, which is bounded",
  [`${W}/sermon-draft.ts#newSermonDraft`]: 'it copies fields',
  [`${W}/sermon-draft.ts#ideaDraft`]: 'it copies fields',
  [`${W}/rich-text-in.ts#richTextIn`]: 'cleanRichText does it',
  [`${W}/sermon-draft.ts#writtenText`]: 'cleanRichText does it',
  [`${W}/sermon-draft.ts#asSermon`]: 'it copies fields',
}

const functionOf = async ({ file, name }: { readonly file: string; readonly name: string }) =>
  ((await import(join(root, file))) as Record<string, (...given: unknown[]) => unknown>)[name]

/** The bytes of an imported file, so many that a single line of it is too long. */
const FILE = IMPORT_LINE_MAX + 100_000
const OF_FILES: Readonly<Record<string, (pattern: string) => string>> = {
  'a table of a long cell': (pattern) => `reference,text\nJohn 3:16,${textOf(pattern, FILE)}`,
  'a table of many rows': (pattern) => `reference,text\n${`John 3:16,${textOf(pattern, 60)}\n`.repeat(300)}`,
  'a table of long references': (pattern) => `reference,text\n${`${textOf(pattern, 20_000)},x\n`.repeat(10)}`,
  'a table of long heads': (pattern) => `${textOf(pattern, FILE)}\nx`,
  'a table of long HTML': (pattern) =>
    `reference,text\nJohn 3:16,"<p>${textOf(pattern, 190_000).replaceAll('"', '')}</p>"`,
  'a table of many cells and tags': (pattern) =>
    `reference,text,tags\n${`John 3:16,${textOf(pattern, 60_000)},"${'a;'.repeat(60_000)}"\n`}${','.repeat(100_000)}`,
  'an export of one line': (pattern) => `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n"${textOf(pattern, FILE)}"`,
  'an export of long lines': (pattern) =>
    `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${`${JSON.stringify({ kind: 'note', item: { text: textOf(pattern, NOTE) } })},\n`.repeat(2)}`,
}

/**
 * The longest time for which reading a file holds the event loop, in pieces of work. The least result of several runs
 * counts.
 */
const longestHeld = async (read: () => AsyncIterable<unknown>): Promise<number> => {
  const once = async () => {
    let [longest, began] = [0, process.threadCpuUsage()]
    const look = () => {
      const { user, system } = process.threadCpuUsage(began)
      longest = Math.max(longest, (user + system) / 1000)
      began = process.threadCpuUsage()
    }
    let beating = true
    const beat = () => {
      look()
      if (beating) setImmediate(beat)
    }
    setImmediate(beat)
    try {
      for await (const _entry of read());
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
    } finally {
      beating = false
      look()
    }
    return inPieces(longest)
  }
  let least = await once()
  for (let again = 0; again < TRIES_AGAIN && least > MOST / 2; again++) least = Math.min(least, await once())
  return least
}
/** Yields a file in chunks, as the body of a request arrives. */
async function* inChunks(file: Buffer) {
  for (let at = 0; at < file.length; at += 65_536) {
    yield file.subarray(at, at + 65_536)
    await turn()
  }
}

describe('a text of the worst kind', () => {
  it.each(Object.entries(OF_FILES))(
    'as %s holds the event loop for 80 pieces of work at most',
    async (_name, fileOf) => {
      const slow: string[] = []
      for (const [kind, pattern] of Object.entries(PATTERNS)) {
        const file = Buffer.from(fileOf(pattern))
        const options = { userId: 'u', columns: null, dates: null, version: 'KJV', now: new Date(0).toISOString() }
        const texts = { verseText: () => 'x', knowsVersion: () => true, versificationOf: () => 'eng' }
        const pieces = await longestHeld(() => readFile(inChunks(file), { ...options, ...texts }))
        if (pieces > MOST) slow.push(`${kind}: ${pieces.toFixed(0)} pieces`)
      }
      expect(slow).toEqual([])
    },
  )

  it.each(OF_TEXT.map((one) => [one.name, one] as const))('takes %s 80 pieces of work at most', async (_name, one) => {
    const call = await functionOf(one)
    if (!call) throw new Error(`There is no ${one.name} in ${one.file}`)
    const slow = Object.entries(PATTERNS).flatMap(([kind, pattern]) => {
      const worst = textOf(pattern, one.bytes)
      const given = one.with?.(worst) ?? [worst]
      const pieces = piecesOf(() => call(...given), MOST)
      return pieces > MOST ? [`${kind}: ${pieces.toFixed(0)} pieces`] : []
    })
    expect(slow).toEqual([])
  })

  it.each(OF_TREES.map((one) => [one.name, one] as const))(
    'as a tree takes %s 80 pieces of work at most',
    async (_name, one) => {
      const call = await functionOf(one)
      const clean = await functionOf({ file: `${C}/rich-text-rules.ts`, name: 'cleanRichText' })
      if (!call || !clean) throw new Error(`There is no ${one.name} in ${one.file}`)
      const slow = Object.entries(TREES).flatMap(([kind, tree]) => {
        let given: unknown = tree
        if (AFTER_CLEANING.has(one.name)) {
          try {
            given = clean(tree)
          } catch {
            return []
          }
        }
        const pieces = piecesOf(() => call(one.of?.(given) ?? given), MOST)
        return pieces > MOST ? [`${kind}: ${pieces.toFixed(0)} pieces`] : []
      })
      expect(slow).toEqual([])
    },
  )

  it('is known to every exported function that takes one', () => {
    const known = new Set([...OF_TEXT, ...OF_TREES].map(({ file, name }) => `${file}#${name}`))
    const found = ROOMS.flatMap((room) => globSync(room, { cwd: root }))
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/\.(test|contract)\./.test(path))
      .flatMap((path) => takersIn(path).map((name) => `${path}#${name}`))
    expect(found.length).toBeGreaterThan(30)
    expect(found.filter((one) => !known.has(one) && !(one in EXCUSED))).toEqual([])
    expect([...known, ...Object.keys(EXCUSED)].filter((one) => !found.includes(one))).toEqual([])
  })
})

type Node = { readonly type?: string; readonly [part: string]: unknown }
const nameOf = (node: unknown): string => String((node as { value?: unknown } | undefined)?.value)

/** The exported functions of a file that take a text, a rich text or an unknown value. */
const takersIn = (path: string): string[] => {
  const { body } = parseSync(readFileSync(join(root, path), 'utf8'), { syntax: 'typescript' }) as unknown as {
    body: Node[]
  }
  const takes = (parameters: unknown): boolean =>
    (parameters as Node[]).some((parameter) => {
      const typed = JSON.stringify((parameter.pat as Node | undefined) ?? parameter)
      return /"kind":"(string|unknown)"|"value":"(RichText|RichTextNode|Findable|NewEvent|Exported)"/.test(typed)
    })
  return body.flatMap((item) => {
    const declared = item.type === 'ExportDeclaration' ? (item.declaration as Node) : null
    if (declared?.type === 'FunctionDeclaration') return takes(declared.params) ? [nameOf(declared.identifier)] : []
    if (declared?.type !== 'VariableDeclaration') return []
    return (declared.declarations as Node[]).flatMap(({ id, init }) => {
      const made = init as Node | null
      return made?.type === 'ArrowFunctionExpression' && takes(made.params) ? [nameOf(id)] : []
    })
  })
}
