import type { Catalogue, CatalogueWords } from './catalogues.ts'
import type en from './en.json'
import type { Language, Words } from './words.ts'

type Plural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key
type KeyOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Plural<Key> : `${Key}.${KeyOf<Tree[Key]>}`
}[keyof Tree & string]
/** Where words are in a catalogue: their path. Of words that depend on a number, without `_one` and `_other`. */
export type WordsKey = KeyOf<typeof en> | { [Name in Catalogue]: KeyOf<CatalogueWords[Name]> }[Catalogue]

type Values = Readonly<Record<string, string | number>>
/** The words of `key`, with `values` in their places; `count` chooses between singular and plural. */
export type Translate = (key: WordsKey, values?: Values) => string

/** A word with the one of two particles (은/는) that follows its last sound. */
export type Particle = (word: string, pair: string) => string

/** What stands in the words for a value: {{name}}, {{length, number}}, and in Korean {{name, 은/는}}. */
const PLACE = /\{\{(\w+)(?:,\s*([^}]+))?\}\}/g

/**
 * Says the words of these catalogues; more may come into the list. What is inserted stays text: React escapes it. A key
 * without words is said itself.
 */
export const createTranslate = (language: Language, catalogues: readonly Words[], particle?: Particle): Translate => {
  // Made when first needed: browsers take milliseconds for each.
  let numbers: Intl.NumberFormat | null = null
  let plurals: Intl.PluralRules | null = null
  const inDigits = (value: number) => {
    numbers ??= new Intl.NumberFormat(language)
    return numbers.format(value)
  }
  const pluralOf = (count: number) => {
    plurals ??= new Intl.PluralRules(language)
    return plurals.select(count)
  }
  const known = new Map<string, string>()

  const find = (path: string): string | undefined => {
    const remembered = known.get(path)
    if (remembered !== undefined) return remembered
    const parts = path.split('.')
    for (const words of catalogues) {
      let at: string | Words | undefined = words
      for (const part of parts) at = typeof at === 'object' ? at[part] : undefined
      if (typeof at !== 'string') continue
      known.set(path, at)
      return at
    }
    return undefined
  }
  const insert = (value: string | number | undefined, format: string | undefined): string => {
    if (value === undefined) return ''
    if (format === undefined) return String(value)
    return format === 'number' ? inDigits(Number(value)) : (particle?.(String(value), format) ?? String(value))
  }
  return (key, values) => {
    const count = values?.count
    const found = count === undefined ? find(key) : (find(`${key}_${pluralOf(Number(count))}`) ?? find(`${key}_other`))
    if (found === undefined || values === undefined) return found ?? key
    return found.replace(PLACE, (_place, name: string, format?: string) => insert(values[name], format?.trim()))
  }
}
