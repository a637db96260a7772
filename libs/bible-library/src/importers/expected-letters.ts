import { ImportRefused, type SourceLine } from './import-refused.ts'

/** The scripts whose letters are counted, for codes of ISO 15924 that are no scripts of Unicode. */
const WRITTEN_IN: Readonly<Record<string, readonly string[]>> = {
  Kore: ['Hang'],
  Jpan: ['Hani', 'Hira', 'Kana'],
  Hans: ['Hani'],
  Hant: ['Hani'],
}
/** Languages that are also written in other scripts than their main script (CLDR's languageData). */
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
/** The scripts that the message of a refusal can suggest. */
const SCRIPTS =
  'Latn Cyrl Grek Arab Hebr Syrc Deva Beng Guru Gujr Taml Telu Knda Mlym Thai Mymr Ethi Cans Hang Hani Kana'
const FROM_THE_RIGHT = new Set('Adlm Arab Armi Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '))
/** The number of verses after which the text is checked. */
const SURE_AFTER = 300

const anyOf = (scripts: readonly string[]) => new RegExp(scripts.map((one) => `\\p{Script=${one}}`).join('|'), 'u')

/** The writing direction of a language's main script. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  FROM_THE_RIGHT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'

/** The letters of a language's scripts; null when the scripts are unknown. */
const lettersOf = (language: string): { name: string; letters: RegExp } | null => {
  const locale = new Intl.Locale(language)
  const { script } = locale.maximize()
  if (script === undefined || /^(?:und|mul|zxx)\b/.test(language)) return null
  // If the language tag names a script, only that script counts.
  const others = locale.script === undefined ? (ALSO_IN.get(locale.language) ?? []) : []
  try {
    const letters = anyOf([...(WRITTEN_IN[script] ?? [script]), ...others])
    return { name: new Intl.DisplayNames('en', { type: 'script' }).of(script) ?? script, letters }
  } catch {
    return null
  }
}

/**
 * Refuses a text in which less than half of the verses have letters of the declared language. The check runs after
 * SURE_AFTER verses if the language is known by then, and at the end.
 */
export const expectLetters = () => {
  /** The verses that came before the language was known. */
  const first: string[] = []
  let language: string | null = null
  let expected: ReturnType<typeof lettersOf> = null
  let verses = 0
  let inLetters = 0
  /** The last text without letters of the expected scripts. */
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
    const base = new Intl.Locale(language ?? 'und').language
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(base) ?? base
    const script = SCRIPTS.split(' ').find((one) => anyOf([one]).test(other))
    const advice =
      script === undefined
        ? ''
        : ` If it is written in others, name the language so: ${base}-${script} (on the command line: --language ${base}-${script}).`
    throw new ImportRefused(
      `The language is said to be ${name}, but there are hardly any ${expected.name} letters in the text.${advice}`,
      place,
    )
  }

  return {
    /** Counts a verse. `of`: the language, if it is known yet. */
    look: (text: string, of: string | null, place: SourceLine) => {
      if (of !== null && of !== language) expect(of)
      verses += 1
      if (language === null) first.push(text)
      else count(text)
      if (verses === SURE_AFTER) check(place)
    },
    /** Called after the last verse, with the text's language. */
    end: (of: string) => {
      if (of !== language) expect(of)
      check(null)
    },
  }
}
