// What is used of two packages that say nothing of their types.

declare module 'opentype.js' {
  type Glyph = { readonly advanceWidth?: number }
  type Font = {
    readonly unitsPerEm: number
    /** 0: it has no such letter. */
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
  /** Of a woff2 file the font that is in it. */
  export const decompress: (file: Uint8Array) => Promise<Uint8Array>
}
