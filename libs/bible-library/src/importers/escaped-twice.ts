const ENTITY = /&(?:(quot|amp|lt|gt|apos|nbsp)|#(\d{2,7})|#x([0-9a-f]{2,6}));/gi
const NAMED: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: '\u00a0' }

/**
 * Decodes entities such as `&quot;`. Some XML files escape their text twice, so entities remain after the parser. Some
 * files of other formats have entities, too.
 */
export const withoutEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
        if (name) return NAMED[name.toLowerCase()] ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
        return code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code)
      })
    : text

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi

/** Removes HTML tags from a note. Some files have such tags in notes, as escaped text. */
export const withoutTags = (note: string): string => (note.includes('<') ? note.replace(TAG, ' ') : note)
