import { ImportRefused, type SourceLine } from './import-refused.ts'

/** Scripts that texts of several scripts are known by (ISO 15924). */
const WRITTEN_IN: Readonly<Record<string, readonly string[]>> = {
  Kore: ['Hang'],
  Jpan: ['Hani', 'Hira', 'Kana'],
  Hans: ['Hani'],
  Hant: ['Hani'],
}
/** Languages that are written in other scripts than their first, too (CLDR's languageData). */
const ALSO_IN = new Map(
  `sr Latn|bs Cyrl|ro Cyrl|az Cyrl Arab|uz Cyrl Arab|kk Arab Latn|tk Cyrl Arab|tt Latn Arab|ky Arab Latn|tg Arab Latn|kaa Latn Cyrl
  |crh Latn Cyrl|gag Latn Cyrl|ug Cyrl Latn|mn Mong|ku Arab Cyrl|ckb Latn|pa Arab|lah Guru Latn|sd Deva Latn|ks Deva|ur Deva Latn
  |hi Latn Arab|hif Latn Deva|kok Latn Knda|sat Deva Beng Latn Orya|mni Mtei Latn|ha Arab|ff Arab Adlm|wo Arab|sw Arab|so Arab
  |ms Arab|jv Java|su Sund|iu Latn|cr Latn|oj Latn|crk Latn|csw Latn|chr Latn|vai Latn|zgh Arab Latn|shi Latn Arab|kab Tfng Arab
  |tmh Tfng Arab|lad Latn|nan Latn|hak Latn|cdo Latn|yue Latn|vi Hani|arc Hebr Syrc|aii Latn Cyrl|syr Latn Cyrl Hebr|rom Cyrl
  |rmn Cyrl|lis Latn|hnj Latn|bm Nkoo|cu Glag|sa Beng Gujr Gran Knda Mlym Orya Sinh Taml Telu Thai Tibt Latn|bho Latn|nod Thai`
    .split('|')
    .map((one) => one.trim().split(' '))
    .map(([language = '', ...scripts]) => [language, scripts] as const),
)
/** Scripts to look for in a text that is not in those of its language. */
const SCRIPTS =
  'Latn Cyrl Grek Arab Hebr Syrc Deva Beng Guru Gujr Taml Telu Knda Mlym Thai Mymr Ethi Cans Hang Hani Kana'
/** Scripts that are written from right to left. */
const FROM_THE_RIGHT = new Set('Adlm Arab Armi Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '))
/** After so many verses it is clear. */
const SURE_AFTER = 300

const anyOf = (scripts: readonly string[]) => new RegExp(scripts.map((one) => `\\p{Script=${one}}`).join('|'), 'u')

/** The direction in which a language is written, by its script. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  FROM_THE_RIGHT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'

/** The letters that a language is written in; null where that cannot be said. */
const lettersOf = (language: string): { name: string; letters: RegExp } | null => {
  const said = new Intl.Locale(language)
  const { script } = said.maximize()
  if (script === undefined || /^(?:und|mul|zxx)\b/.test(language)) return null
  // A language tag that names a script means that script.
  const others = said.script === undefined ? (ALSO_IN.get(said.language) ?? []) : []
  try {
    const letters = anyOf([...(WRITTEN_IN[script] ?? [script]), ...others])
    return { name: new Intl.DisplayNames('en', { type: 'script' }).of(script) ?? script, letters }
  } catch {
    return null
  }
}

/** Refuses a text that is hardly in the letters of its language, as soon as that is clear. */
export const expectLetters = () => {
  const first: string[] = []
  let language: string | null = null
  let expected: ReturnType<typeof lettersOf> = null
  let verses = 0
  let inLetters = 0
  /** The last text without any. */
  let other = ''

  const count = (text: string) => {
    if (expected?.letters.test(text)) inLetters += 1
    else other = text
  }
  const expect = (of: string) => {
    language = of
    expected = lettersOf(of)
    other = ''
    for (const text of first.splice(0)) count(text)
  }
  const check = (place: SourceLine | null) => {
    if (!expected || inLetters >= verses / 2) return
    const said = new Intl.Locale(language ?? 'und').language
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(said) ?? said
    const found = SCRIPTS.split(' ').find((script) => anyOf([script]).test(other))
    const how =
      found === undefined
        ? ''
        : ` If it is written in others, name the language so: ${said}-${found} (on the command line: --language ${said}-${found}).`
    throw new ImportRefused(
      `The language is said to be ${name}, but there are hardly any ${expected.name} letters in the text.${how}`,
      place,
    )
  }

  return {
    /** A verse's text; the language as far as it is known by now. */
    look: (text: string, of: string | null, place: SourceLine) => {
      if (of !== null && of !== language) expect(of)
      verses += 1
      if (language === null) first.push(text)
      else count(text)
      if (verses === SURE_AFTER) check(place)
    },
    /** All verses were looked at; the language is known at last. */
    end: (of: string) => {
      if (of !== language) expect(of)
      check(null)
    },
  }
}
