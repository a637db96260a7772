import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { LexiconEntry } from '@pathlight/contracts/words.ts'
import { normalForm } from '@pathlight/scripture/normal-form.ts'
import { SaxesParser } from 'saxes'
import { koreanGlossOf } from './korean-glosses.ts'
import { strongsNumber, withoutLetter } from './verse-words.ts'
import { foldedLemma } from './word-terms.ts'

/** An entry of the package `strongs`: Strong's dictionaries, maintained by Open Scriptures. */
type DictionaryEntry = {
  readonly lemma: string
  /** Transliteration and pronunciation of a Hebrew word. For Greek words, another file of the package has them. */
  readonly xlit?: string
  readonly pron?: string
  readonly derivation?: string
  readonly strongs_def?: string
  readonly kjv_def?: string
}

/** The package states its licence without a version number. */
const SOURCE = {
  name: 'Strong’s dictionaries, Open Scriptures',
  licence: 'CC BY-SA',
}

const require = createRequire(import.meta.url)
let read: Readonly<Record<string, DictionaryEntry>> | undefined
/** Reads the dictionary at its first use: 14,197 entries, about 3 MB. */
const dictionary = (): Readonly<Record<string, DictionaryEntry>> => {
  read ??= require('strongs') as Readonly<Record<string, DictionaryEntry>>
  return read
}

type Sound = { readonly transliteration: string | null; readonly pronunciation: string | null }
const UNKNOWN: Sound = { transliteration: null, pronunciation: null }

/** The sounds of Greek words, by number. The package has them only in XML. Of several spellings the first is used. */
const readGreekSounds = (): ReadonlyMap<string, Sound> => {
  const sounds = new Map<string, Sound>()
  let strongs = ''
  let sound: Sound = UNKNOWN
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'entry') {
      strongs = strongsNumber(`G${attributes.strongs}`) ?? ''
      sound = UNKNOWN
    } else if (name === 'greek')
      sound = { ...sound, transliteration: sound.transliteration ?? attributes.translit ?? null }
    else if (name === 'pronunciation')
      sound = { ...sound, pronunciation: sound.pronunciation ?? attributes.strongs ?? null }
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'entry') sounds.set(strongs, sound)
  })
  parser
    .write(readFileSync(require.resolve('strongs/greek/StrongsGreekDictionaryXML_1.4/strongsgreek.xml'), 'utf8'))
    .close()
  return sounds
}
let greekSounds: ReadonlyMap<string, Sound> | undefined

const soundOf = (strongs: string, { xlit, pron }: DictionaryEntry): Sound => {
  if (strongs.startsWith('H')) return { transliteration: xlit ?? null, pronunciation: pron ?? null }
  greekSounds ??= readGreekSounds()
  return greekSounds.get(withoutLetter(strongs)) ?? UNKNOWN
}

const entryOf = (strongs: string): DictionaryEntry | undefined => dictionary()[withoutLetter(strongs)]

/** The text without braces, which mark a translation. Some entries have a single brace at the end of a line. */
const plain = (written: string | undefined): string => (written ?? '').replace(/[{}]/g, '').replace(/\s+/g, ' ').trim()

/** Matches a remark about the use of a meaning. The meaning follows the remark. */
const MANNER =
  /^(?:properly|perhaps properly|literally|figuratively|specially|specifically|probably|perhaps|apparently|abstractly|concretely|collectively|by implication|by extension|in general|generally|i\.e\.)$/
/** The first meaning of a definition, without explanations. */
const glossOf = (definition: string): string =>
  definition
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\([^()]*\)|["“”]/g, ' ')
    .split(/[,;:]| i\.e\. /)
    .map((meaning) => meaning.replace(/\s+/g, ' ').trim())
    .find((meaning) => meaning !== '' && !MANNER.test(meaning)) ?? definition

/** The KJV's usual translation of frequent words whose definitions begin with an origin or a rare meaning. */
const OWN_GLOSSES: Readonly<Record<string, string>> = {
  ...{ H430: 'God', H3068: 'the LORD', H120: 'man', H259: 'one', H505: 'thousand', H834: 'which', H1696: 'to speak' },
  ...{ H2719: 'sword', H3548: 'priest', H3820: 'heart', H4941: 'judgment', H5046: 'to tell', H5315: 'soul' },
  ...{ H5769: 'for ever', H6635: 'host', H6680: 'to command', H6944: 'holiness', H7307: 'spirit', H8034: 'name' },
  ...{ H8104: 'to keep', H8269: 'prince', H8432: 'midst', G32: 'angel', G142: 'to take up', G444: 'man', G575: 'from' },
  ...{
    G611: 'to answer',
    G846: 'he, she, it',
    G863: 'to forgive, to leave',
    G1063: 'for',
    G1093: 'earth',
    G1097: 'to know',
  },
  ...{
    G1096: 'to become',
    G1223: 'through, because of',
    G1492: 'to know',
    G1537: 'out of',
    G1909: 'on, over',
    G2036: 'to say',
  },
  ...{ G2041: 'work', G2228: 'or', G2309: 'to will', G2316: 'God', G2443: 'so that', G2889: 'world', G2962: 'lord' },
  ...{
    G2983: 'to take',
    G3004: 'to say',
    G3056: 'word',
    G3101: 'disciple',
    G3326: 'with',
    G3739: 'who, which',
    G3754: 'that, because',
  },
  ...{
    G3756: 'not',
    G3767: 'therefore',
    G3772: 'heaven',
    G3778: 'this',
    G4012: 'about',
    G4102: 'faith',
    G4151: 'spirit',
  },
  ...{ G4314: 'to, toward', G4771: 'you', G5037: 'and, both', G5100: 'someone', G5101: 'who, what', G5547: 'Christ' },
}

/** The lexicon's entry of a Strong's number, with or without leading zeros; null if there is none. */
export const lexiconEntryOf = (written: string): Omit<LexiconEntry, 'occurrences'> | null => {
  const strongs = strongsNumber(written)
  const entry = strongs === null ? undefined : entryOf(strongs)
  if (strongs === null || entry === undefined) return null
  const definition = plain(entry.strongs_def) || plain(entry.kjv_def) || plain(entry.derivation)
  return {
    strongs,
    language: strongs.startsWith('H') ? 'hbo' : 'grc',
    original: normalForm(entry.lemma, 'NFC'),
    ...soundOf(strongs, entry),
    gloss: OWN_GLOSSES[withoutLetter(strongs)] ?? glossOf(definition),
    gloss_ko: koreanGlossOf(strongs),
    definition,
    source: SOURCE,
  }
}

/** The original word and its transliteration; empty if the lexicon does not have the number. */
export const originalOf = (
  strongs: string | undefined,
): { readonly original?: string; readonly transliteration?: string } => {
  const entry = strongs === undefined ? undefined : entryOf(strongs)
  if (strongs === undefined || entry === undefined) return {}
  const { transliteration } = soundOf(strongs, entry)
  return { original: normalForm(entry.lemma, 'NFC'), ...(transliteration !== null && { transliteration }) }
}

let numbers: ReadonlyMap<string, readonly string[]> | undefined
/** The Strong's numbers of the words with this spelling. Accents and points are ignored. */
export const numbersOfLemma = (lemma: string): readonly string[] => {
  numbers ??= Map.groupBy(Object.keys(dictionary()), (strongs) => foldedLemma(entryOf(strongs)?.lemma ?? ''))
  return numbers.get(foldedLemma(lemma)) ?? []
}
