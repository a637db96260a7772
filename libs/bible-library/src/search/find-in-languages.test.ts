import { afterAll, describe, expect, it } from 'vitest'
import { libraryOf, type TestVersion } from './library-of.contract.ts'
import { openFindVerses } from './search-index.ts'
import { koreanWords, respellings } from './suggest-korean.ts'
import { tokenize } from './tokens.ts'

const of = (language: string, ...verses: string[]): TestVersion => ({
  language,
  verses: Object.fromEntries(verses.map((text, at) => [43_003_016 + at, text])),
})
const TH = of(
  'th',
  'เพราะว่าพระเจ้าทรงรักโลกจนได้ประทานพระบุตรองค์เดียวของพระองค์',
  'เพราะว่าพระเจ้าไม่ได้ทรงให้พระบุตรเข้ามาในโลก',
  'ดื่มน้ำเย็น',
)
const MY = of('my', 'ဘုရားသခင်၏သားတော်ကိုယုံကြည်သောသူ')
const KM = of('km', 'ព្រះ\u200bជាម្ចាស់ស្រឡាញ់មនុស្សលោក')
const LO = of('lo', 'ພຣະເຈົ້າຮັກໂລກ ນ້ຳ')
const FR = of(
  'fr',
  'L’Éternel est mon berger: je ne manquerai de rien.',
  'Il me dirige près d’eaux paisibles, qu\u0027il garde.',
  'Le Dieu d\u0027Israël, jusqu’aujourd’hui.',
  'Le jour est là.',
)
const IT = of('it', 'nell’acqua dell\u0027uomo e all’alba')
const EN = of(
  'en',
  'And I heard the number: a hundred, 144,000.',
  'It was not God\u0027s, nor 12 nor 1,5.',
  'an hundred and 144 000',
)
const DE = of('de', 'Es waren 144.000 und 12\u00a0000.')
const FA = of('fa', 'او می\u200cروم به خانه')
const KO = of(
  'ko',
  '예레미야가 말하되 여호와의 말씀이라',
  '예레미야는 바리새인과 겟세마네에서',
  '느부갓네살 왕이 나사렛에서',
)

const { library, close } = libraryOf({ TH, MY, KM, LO, FR, IT, EN, DE, FA, KO })
afterAll(close)
const find = openFindVerses(library)
/** The hits by their place among the version's verses (the first is 1), and the marked words of the first hit. */
const found = (query: string, version: string) => {
  const { hits } = find({ query, limit: 20, versions: [version] })
  const [first] = hits
  const { text = '', marks = [] } = first?.texts[0] ?? {}
  return [hits.map(({ verse }) => verse - 15).sort(), marks.map(([start, end]) => text.slice(start, end))]
}

describe('a language that is written without spaces', () => {
  it.each([
    ['TH', 'พระเจ้า', [1, 2], ['พระเจ้า']],
    ['TH', 'พระบุตร', [1, 2], ['พระบุตร']],
    ['TH', 'โลก', [1, 2], ['โลก']],
    ['TH', '"ทรงรักโลก"', [1], ['ทรงรักโลก']],
    ['TH', 'พระเจ้า -ทรงรัก', [2], ['พระเจ้า']],
    // NFKC splits the vowel into two characters.
    ['TH', 'น้ำ', [3], ['น้ำ']],
    ['TH', 'พระเยซู', [], []],
    ['MY', 'ဘုရား', [1], ['ဘုရား']],
    ['MY', 'သားတော်', [1], ['သားတော်']],
    ['MY', 'ဘုရားသခင်', [1], ['ဘုရားသခင်']],
    ['KM', 'ព្រះជាម្ចាស់', [1], ['ព្រះ\u200bជាម្ចាស់']],
    ['KM', 'មនុស្ស', [1], ['មនុស្ស']],
    ['LO', 'ເຈົ້າ', [1], ['ເຈົ້າ']],
    ['LO', 'ນ້ຳ', [1], ['ນ້ຳ']],
  ])('is found inside of a phrase: %s %s', (version, query, verses, marked) =>
    expect(found(query, version)).toEqual([verses, marked]),
  )
})

describe('an elided word', () => {
  it.each([
    ['FR', 'Éternel', [1], ['Éternel']],
    ['FR', 'eternel', [1], ['Éternel']],
    ['FR', 'l\u0027Éternel', [1], ['L’Éternel']],
    ['FR', 'l’éternel', [1], ['L’Éternel']],
    ['FR', 'Israël', [3], ['Israël']],
    ['FR', 'd’Israël', [3], ['d\u0027Israël']],
    // An elided word must stand directly before the other word. Verse 1 has l’Éternel, but no verse has d’Éternel.
    ['FR', 'd’eternel', [], []],
    ['FR', 'eaux', [2], ['eaux']],
    ['FR', '"d\u0027eaux paisibles"', [2], ['d’eaux paisibles']],
    ['FR', 'il', [2], ['Il', 'il']],
    ['FR', 'aujourd\u0027hui', [3], ['aujourd’hui']],
    ['FR', 'hui', [], []],
    ['FR', '-aujourd’hui Dieu', [], []],
    ['IT', 'uomo', [1], ['uomo']],
    ['IT', 'acqua', [1], ['acqua']],
    ['IT', 'dell’uomo', [1], ['dell\u0027uomo']],
    ['EN', 'God', [2], ['God\u0027s']],
  ])('leaves the next one to be found: %s %s', (version, query, verses, marked) =>
    expect(found(query, version)).toEqual([verses, marked]),
  )
})

it.each([
  ['EN', '144000', [1], ['144,000']],
  ['EN', '144,000', [1], ['144,000']],
  ['EN', '000', [3], ['000']],
  ['EN', '12', [2], ['12']],
  ['DE', '144000', [1], ['144.000']],
  ['DE', '12000', [1], ['12\u00a0000']],
])('finds numbers however their thousands are set apart: %s %s', (version, query, verses, marked) =>
  expect(found(query, version)).toEqual([verses, marked]),
)

it.each([
  ['KO', '예\u200b레미야', [1, 2]],
  ['KO', '\u200f예레미야\u2060', [1, 2]],
  ['EN', 'num\u00adber', [1]],
  ['EN', '\u202anumber\u202c', [1]],
  ['FA', 'میروم', [1]],
  ['FA', 'می\u200cروم', [1]],
])('passes over signs that nobody sees, in queries and in texts: %s %j', (version, query, verses) =>
  expect(found(query, version)[0]).toEqual(verses),
)

it('opens a reference with such signs', () => {
  expect(find({ query: '\u200f롬\u200b 8:\u206628\u2069', limit: 1 }).reference).toMatchObject({
    book: 'Romans',
    verse: 28,
  })
  expect(find({ query: 'Gen 1,2', limit: 1 }).problem).toMatchObject({ code: 'two_readings' })
})

describe('a misspelt Korean word', () => {
  const suggested = (query: string) => find({ query, limit: 5 }).suggestion

  it.each([
    ['예레미아', '예레미야', 2],
    ['예래미아', '예레미야', 2],
    ['예레미아의 말씀', '예레미야의 말씀', 1],
    ['바리세인', '바리새인', 1],
    ['게세마네', '겟세마네', 1],
    ['느브갓네살', '느부갓네살', 1],
    ['나사랫', '나사렛', 1],
  ])('is answered with what was meant: %s', (query, meant, total) =>
    expect(suggested(query)).toEqual({ query: meant, reason: 'spelling', total }),
  )

  it.each(['컴퓨터', '뷁뷁뷁뷁', '예레미야 컴퓨터 스마트폰'])('is not where none is near: %s', (query) =>
    expect(suggested(query)).toBeNull(),
  )
})

it('looks for a bounded number of words in place of one, whatever the texts have', () => {
  for (const word of ['예레미야예레미야', '가'.repeat(8), '뷁뷁']) {
    let lookups = 0
    const total = () => {
      lookups += 1
      return 0
    }
    expect(respellings(word, () => true, total)).toBeNull()
    expect(lookups).toBeLessThanOrEqual(201)
  }
  expect(koreanWords('예'.repeat(9))).toEqual([])
})

it('cuts texts of any script into what stands there', () => {
  for (const text of [...TH_AND_OTHERS(), 'l’d’l’x', "l'", '’', '\u200b', '1,000,000,0', 'ำ', '\u0e4d\u0e32'])
    for (const { start, end, form, units } of tokenize(text)) {
      expect([text, start < end, end <= text.length, form !== '']).toEqual([text, true, true, true])
      for (const unit of units) expect(unit.start >= start && unit.end <= end).toBe(true)
    }
})
const TH_AND_OTHERS = () => [TH, MY, KM, LO, FR, IT, EN, FA, KO].flatMap(({ verses }) => Object.values(verses))
