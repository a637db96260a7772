import { ImportRefused, type Place } from './import-refused.ts'

/** Scripts that texts of several scripts are known by (ISO 15924). */
const WRITTEN_IN: Readonly<Record<string, readonly string[]>> = {
  Kore: ['Hang'],
  Jpan: ['Hani', 'Hira', 'Kana'],
  Hans: ['Hani'],
  Hant: ['Hani'],
}
/** After so many verses it is clear. */
const SURE_AFTER = 300

/** The letters that a language is written in; null where that cannot be said. */
const lettersOf = (language: string): { name: string; letters: RegExp } | null => {
  const { script } = new Intl.Locale(language).maximize()
  if (script === undefined || /^(?:und|mul|zxx)\b/.test(language)) return null
  try {
    const letters = new RegExp((WRITTEN_IN[script] ?? [script]).map((one) => `\\p{Script=${one}}`).join('|'), 'u')
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

  const expect = (of: string) => {
    language = of
    expected = lettersOf(of)
    for (const text of first.splice(0)) if (expected?.letters.test(text)) inLetters += 1
  }
  const check = (place: Place | null) => {
    if (!expected || inLetters >= verses / 2) return
    const said = new Intl.Locale(language ?? 'und').language
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(said) ?? said
    throw new ImportRefused(
      `The language is said to be ${name}, but there are hardly any ${expected.name} letters in the text. If it is written in others, say so: e.g. ${said}-Cyrl.`,
      place,
    )
  }

  return {
    /** A verse's text; the language as far as it is known by now. */
    look: (text: string, of: string | null, place: Place) => {
      if (of !== null && of !== language) expect(of)
      verses += 1
      if (language === null) first.push(text)
      else if (expected?.letters.test(text)) inLetters += 1
      if (verses === SURE_AFTER) check(place)
    },
    /** All verses were looked at; the language is known at last. */
    end: (of: string) => {
      if (of !== language) expect(of)
      check(null)
    },
  }
}
