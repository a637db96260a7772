/** What Korean readers call a version that is known elsewhere by its letters. */
const IN_KOREAN: Readonly<Record<string, string>> = { KRV: '개역한글' }

/** A version as people call it in a language: KJV; KRV in English, 개역한글 in Korean. */
export const versionLabel = (code: string, language: string): string =>
  (language.startsWith('ko') && IN_KOREAN[code]) || code

/** A passage with its version, if there is one, as it stands below a quotation: John 3:16 (KJV). In the language of the reference. */
export const citation = (reference: string, version: string | null | undefined): string =>
  version ? `${reference} (${versionLabel(version, /[가-힣]/.test(reference) ? 'ko' : 'en')})` : reference
