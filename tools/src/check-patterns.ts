import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'

// Finds regular expressions whose time grows faster than the text (with scslre, the engine of eslint-plugin-regexp).
// Such expressions may not be used on people's texts. The expressions in SHORT are exceptions, because they meet only
// short texts. Calls of `normalize` outside of normal-form.ts are found as well.

/**
 * The exceptions, by the expression's source, with the short text that each one meets. An exception that the product
 * does not have is reported.
 */
const SHORT: Readonly<Record<string, string>> = {
  '\\s+\\S*$': 'names of books',
  '<([^>]*)>;\\s*rel="?next"?': 'a header that our server wrote',
  '\\/+$': 'an address in the settings',
  "((?:[1-5]\\.?\\s*)?\\p{L}[\\p{L}\\p{M}'’. ]*?)\\.?\\s*\\d": 'a reference: 1,000 characters',
  '(?:\\.|\\s)\\s*(?:-\\s*)?(?=(?:[1-3]\\.?\\s*)?\\p{L})': 'a reference: 500 characters',
  '(?<=\\d\\s?[장편절]?[\\s,]+)(?!FF?$)([A-Z]{2,6}\\d{0,4})$': 'a reference: 500 characters',
  "(?:[1-3]\\s*)?\\p{L}[\\p{L}\\p{M}'’. ]*$": 'a reference: 500 characters',
  '^(?!\\s*(?:v|vv|ver|verses?|and|ff?|[장편].*)(?!\\p{L}))\\s*[1-3]?\\s*\\p{L}': 'a reference: 500 characters',
  '(?<=\\d\\s*)[장편]\\s*,\\s*(?=\\d{1,3}(?:\\s*[,-]\\s*\\d{1,3})*\\s*절)': 'a reference: 500 characters',
  '(?<=[;,]\\s*)(\\d{1,3})\\s*[장편]': 'a reference: 500 characters',
  '(?<=\\p{L}\\s*)(\\d+)\\s*절': 'a reference: 500 characters',
  '(\\p{Script=Hangul}+)\\s*([1-3])\\s*서': 'a reference: 500 characters',
  "(?:(?<![\\d:.-]\\s*)[1-3]\\s*(?=\\p{Script=Latin}))?\\p{L}(?:(?! v\\d)[\\p{L}\\p{M}'’. ])*":
    'a reference: 500 characters',
  '^[^\\s@\\p{Cc}\\p{Cf}<>()[\\],;:"\\\\]+@[^\\s@\\p{Cc}\\p{Cf}<>()[\\],;:"\\\\]+\\.[^\\s@\\p{Cc}\\p{Cf}<>()[\\],;:"\\\\]+$':
    'an email: 254 characters',
  ' +(?=[,.;:!?](?:["\'”’)\\]]*(?:\\s|$)))': 'a verse: 50,000 letters, its blanks made one each before',
  '\\s+|-(?=[^.]+\\.\\d+\\.\\d)': 'an attribute of OSIS: the reader refuses longer ones',
  '^\\s*(?:[^:]*:)?([^.]+)\\.(\\d+)\\.(\\P{L}*\\p{L}?\\P{L}*)$': 'an attribute of OSIS: the reader refuses longer ones',
  '^\\s*(?:\\d+\\.)?([^.:\\s]*\\d[^.:\\s]*)\\s*$': 'an attribute of OSIS: the reader refuses longer ones',
  '^\\s*\\|\\s*([^="|]+)$': 'what stands in a marker of USFM: the reader refuses longer ones',
  '^[^A-Z]+|-+$': 'the name of a text in the catalogue: 200 characters',
  '^([^*]*)(?:\\*\\s*(.*))?$': 'a line of a file that comes with Pathlight',
  '^\\s*([1-3]?[^\\d:]*?)\\s*(?:(\\d{1,3})\\s*(?:장|편)?(?:[\\s:.,]+(\\d{1,3})?\\s*절?\\s*(?:[-~–∼]\\s*(\\d{1,3})?\\s*절?)?)?)?\\s*$':
    'what is typed to go to a passage: 100 characters',
}
/**
 * Files that build expressions from strings, which this check cannot analyse. A person has checked that the strings are
 * constants of Pathlight.
 */
const MADE: readonly string[] = [
  'apps/web/src/features/reader/text/first-word.ts',
  'services/command/src/sermons/rich-text-of-html.ts',
  'libs/scripture/src/normal-form.ts',
  'libs/scripture/src/reference-parser.ts',
  'libs/scripture/src/references-in-text.ts',
  'libs/scripture/src/remarks.ts',
  'libs/bible-library/src/search/tokens.ts',
  'libs/bible-library/src/search/query.ts',
  'libs/bible-library/src/importers/expected-letters.ts',
  'libs/bible-library/src/importers/read-source-file.ts',
  'libs/bible-library/src/importers/text-decoding.ts',
  'services/command/src/import/entries-of-passage.ts',
  'libs/contracts/src/item-pages-rules.ts',
]

/** The only file that may call the platform's `normalize`, which takes quadratic time for a long row of marks. */
const NORMAL_FORM = 'libs/scripture/src/normal-form.ts'

type Node = Readonly<Record<string, unknown>>
function* nodesOf(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node) yield node as Node
  for (const part of Object.values(node)) yield* nodesOf(part)
}

const root = join(import.meta.dirname, '../..')
const product = globSync('{libs,libs/engines,services,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(test|contract)\.tsx?$|\/testing\//.test(path))

const problems: string[] = []
const excused = new Set<string>()
const verdicts = new Map<string, boolean>()
let count = 0
const growsFast = (source: string, flags: string): boolean => {
  const key = `${flags} ${source}`
  const cached = verdicts.get(key)
  if (cached !== undefined) return cached
  const grows = analyse({ source, flags }, { maxReports: 1 }).reports.length > 0
  verdicts.set(key, grows)
  return grows
}
for (const path of product) {
  const tree = parseSync(readFileSync(join(root, path), 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x') })
  for (const node of nodesOf(tree)) {
    if (node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as { pattern: string; flags: string }
      count += 1
      if (!growsFast(pattern, flags.replace('v', 'u'))) continue
      if (pattern in SHORT) excused.add(pattern)
      else problems.push(`${path}: /${pattern}/${flags} takes a time that grows faster than the text`)
    }
    const method = node.type === 'MemberExpression' ? (node.property as Node).value : null
    if (method === 'normalize' && path !== NORMAL_FORM)
      problems.push(`${path} normalizes by itself: ${NORMAL_FORM} does it`)
    const callee = node.type === 'NewExpression' || node.type === 'CallExpression' ? (node.callee as Node) : null
    if (callee?.value !== 'RegExp') continue
    if (MADE.includes(path)) excused.add(path)
    else problems.push(`${path} makes a regular expression of a string, which this check cannot read`)
  }
}
for (const excuse of [...Object.keys(SHORT), ...MADE])
  if (!excused.has(excuse)) problems.push(`tools/src/check-patterns.ts excuses what is not there any more: ${excuse}`)

if (problems.length === 0)
  console.log(`${count} regular expressions take a time that grows with the text, or meet short texts only.`)
else {
  console.error(problems.join('\n'))
  console.error(
    '\nWrite it so that no two parts beside each other match the same text, or bound the text and say so in the list.',
  )
  process.exitCode = 1
}
