import { readFileSync } from 'node:fs'
import { DESKTOP, LANGUAGES, looking, PHONE } from './person.ts'

type Language = (typeof LANGUAGES)[number]

/** Both languages on a phone and at a desk, each with the options of its browser. */
export const EVERY_LOOK = LANGUAGES.flatMap((language) =>
  (
    [
      { device: 'phone', options: PHONE },
      { device: 'desk', options: DESKTOP },
    ] as const
  ).map(({ device, options }) => ({
    language,
    device,
    /** The suffix of usernames, because each language and device needs an account of its own. */
    mark: `${language}.${device}`,
    options: { ...options, locale: language === 'ko' ? 'ko-KR' : 'en-US' },
    kept: looking({ language }),
  })),
)

/**
 * The app's words in a language. `topic`: a catalogue, or null for the words of every page. words('ko', 'account')
 * reads ko/account.json.
 */
// biome-ignore lint/suspicious/noExplicitAny: each journey reads other keys
export const words = (language: Language, topic: string | null): any => {
  const file = topic === null ? language : `${language}/${topic}`
  return JSON.parse(readFileSync(new URL(`../../apps/web/src/locales/${file}.json`, import.meta.url), 'utf8'))
}

/** A text of the app with its variables replaced by values. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)[^}]*\}\}/g, (_, name: string) => values[name] ?? '')
