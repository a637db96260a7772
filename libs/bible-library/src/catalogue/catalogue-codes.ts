/**
 * The catalogue's names for versions that people ask for by a code of their own. Short on purpose: everything else is asked
 * for by the catalogue's name for it (`npm run bible -- catalogue`).
 */
const IDS: Readonly<Record<string, string>> = {
  KRV: 'kor_old',
  BSB: 'BSB',
  LSV: 'eng_lsv',
  FBV: 'eng_fbv',
  DRA: 'eng_dra',
  GNV: 'eng_gnv',
  YLT: 'eng_ylt',
  DBY: 'eng_dby',
  BBE: 'eng_bbe',
  CUV: 'cmn_cuv',
  CUVS: 'cmn_cu1',
}

/** The catalogue's name for a code that people ask for; null for others. */
export const catalogueIdOf = (code: string): string | null => IDS[code.toUpperCase()] ?? null

/** The code by which people ask for a text of the catalogue; null where there is none. */
const codeOf = (id: string): string | null =>
  Object.entries(IDS).find(([, known]) => known.toLowerCase() === id.toLowerCase())?.[0] ?? null

const asCode = (name: string): string | null => {
  const code = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^[^A-Z]+|-+$/g, '')
    .slice(0, 20)
  return code === '' ? null : code
}

/** The code that a text of the catalogue gets here, if none is named: what people call it, else its own name. */
export const codeFor = ({ id, shortName }: { readonly id: string; readonly shortName: string | null }): string =>
  codeOf(id) ?? asCode(shortName ?? '') ?? asCode(id) ?? 'VERSION'
