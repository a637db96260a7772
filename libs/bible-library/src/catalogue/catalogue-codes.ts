type Known = { readonly id: string; readonly name: string }

/**
 * The versions with a well-known code, each with its id in the catalogue and its usual name. Other texts are added by
 * their ids or short names in the catalogue.
 */
const KNOWN: Readonly<Record<string, Known>> = {
  KRV: { id: 'kor_old', name: 'Korean Revised Version' },
  BSB: { id: 'BSB', name: 'Berean Standard Bible' },
  LSV: { id: 'eng_lsv', name: 'Literal Standard Version' },
  FBV: { id: 'eng_fbv', name: 'Free Bible Version' },
  DRA: { id: 'eng_dra', name: 'Douay-Rheims Bible' },
  GNV: { id: 'eng_gnv', name: 'Geneva Bible' },
  YLT: { id: 'eng_ylt', name: 'Young’s Literal Translation' },
  DBY: { id: 'eng_dby', name: 'Darby Translation' },
  BBE: { id: 'eng_bbe', name: 'Bible in Basic English' },
  CUV: { id: 'cmn_cuv', name: 'Chinese Union Version' },
  CUVS: { id: 'cmn_cu1', name: 'Chinese Union Version, simplified' },
}

/** The catalogue's id for a well-known code; null for any other code. */
export const catalogueIdOf = (code: string): string | null => KNOWN[code.toUpperCase()]?.id ?? null

/** The usual name of a version with a well-known code; null for any other code. */
export const catalogueNameOf = (code: string): string | null => KNOWN[code.toUpperCase()]?.name ?? null

/** The command that adds a version of the catalogue. */
export const commandFor = (code: string): string => `npm run bible -- add ${code.toUpperCase()}`

/** The well-known code of a text of the catalogue; null if it has none. */
const codeOf = (id: string): string | null =>
  Object.entries(KNOWN).find(([, known]) => known.id.toLowerCase() === id.toLowerCase())?.[0] ?? null

const asCode = (name: string): string | null => {
  const code = name
    .slice(0, 200)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^[^A-Z]+|-+$/g, '')
    .slice(0, 20)
  return code === '' ? null : code
}

/**
 * The default code of a catalogue's text in the library: its well-known code, or else a code made from its short name
 * or its id, or else `VERSION`.
 */
export const codeFor = ({ id, shortName }: { readonly id: string; readonly shortName: string | null }): string =>
  codeOf(id) ?? asCode(shortName ?? '') ?? asCode(id) ?? 'VERSION'
