/** The Korean names of versions by their codes. In other languages people call these versions by the code. */
const IN_KOREAN: Readonly<Record<string, string>> = { KRV: '개역한글' }

/** The name by which people call a version in a language. KRV is KRV in English and 개역한글 in Korean. */
export const versionLabel = (code: string, language: string): string =>
  (language.startsWith('ko') && IN_KOREAN[code]) || code

/**
 * The line below a quotation: the reference and the version, if there is one, as in John 3:16 (KJV). The version's name
 * is in the language of the reference.
 */
export const citation = (reference: string, version: string | null | undefined): string =>
  version ? `${reference} (${versionLabel(version, /[가-힣]/.test(reference) ? 'ko' : 'en')})` : reference
