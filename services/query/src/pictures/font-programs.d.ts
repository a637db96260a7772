// Types of two packages that have no types of their own. Only the functions that this service uses are declared.

declare module 'opentype.js' {
  type Glyph = { readonly advanceWidth?: number }
  type Font = {
    readonly unitsPerEm: number
    /** 0 when the font has no such character. */
    charToGlyphIndex(character: string): number
    charToGlyph(character: string): Glyph
  }
  const opentype: { parse(file: ArrayBuffer): Font }
  namespace opentype {
    export type { Font }
  }
  export default opentype
}

declare module 'wawoff2' {
  /** Converts woff2 to ttf. */
  export const decompress: (file: Uint8Array) => Promise<Uint8Array>
}
