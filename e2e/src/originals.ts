import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'

/** John 1:1 and the first words of John 1:2 from MorphGNT (SBLGNT, CC BY 4.0; MorphGNT, CC BY-SA 3.0). */
const GREEK = `040101 P- -------- Ἐν Ἐν ἐν ἐν
040101 N- ----DSF- ἀρχῇ ἀρχῇ ἀρχῇ ἀρχή
040101 V- 3IAI-S-- ἦν ἦν ἦν εἰμί
040101 RA ----NSM- ὁ ὁ ὁ ὁ
040101 N- ----NSM- λόγος, λόγος λόγος λόγος
040101 C- -------- καὶ καὶ καί καί
040101 RA ----NSM- ὁ ὁ ὁ ὁ
040101 N- ----NSM- λόγος λόγος λόγος λόγος
040101 V- 3IAI-S-- ἦν ἦν ἦν εἰμί
040101 P- -------- πρὸς πρὸς πρός πρός
040101 RA ----ASM- τὸν τὸν τόν ὁ
040101 N- ----ASM- θεόν, θεόν θεόν θεός
040101 C- -------- καὶ καὶ καί καί
040101 N- ----NSM- θεὸς θεὸς θεός θεός
040101 V- 3IAI-S-- ἦν ἦν ἦν εἰμί
040101 RA ----NSM- ὁ ὁ ὁ ὁ
040101 N- ----NSM- λόγος. λόγος λόγος λόγος
040102 RD ----NSM- οὗτος οὗτος οὗτος οὗτος
040102 V- 3IAI-S-- ἦν ἦν ἦν εἰμί`

/** Genesis 1:1 from Open Scriptures (CC BY 4.0). */
const HEBREW = `<osis><osisText osisIDWork="OSHB" xml:lang="he"><div type="book" osisID="Gen"><chapter osisID="Gen.1"><verse osisID="Gen.1.1"><w lemma="b/7225" morph="HR/Ncfsa">בְּ/רֵאשִׁ֖ית</w> <w lemma="1254 a" morph="HVqp3ms">בָּרָ֣א</w> <w lemma="430" morph="HNcmpa">אֱלֹהִ֑ים</w> <w lemma="853" morph="HTo">אֵ֥ת</w> <w lemma="d/8064" morph="HTd/Ncmpa">הַ/שָּׁמַ֖יִם</w> <w lemma="c/853" morph="HC/To">וְ/אֵ֥ת</w> <w lemma="d/776" morph="HTd/Ncbsa">הָ/אָֽרֶץ</w>׃</verse></chapter></div></osisText></osis>`

/** Imports the Greek text as the version GNT, and the Hebrew text as HEB. */
export const bringOriginals = async (dataDir: string): Promise<void> => {
  const library = join(dataDir, 'bibles.sqlite')
  for (const [file, text, code] of [
    ['64-Jn-morphgnt.txt', GREEK, 'GNT'],
    ['Gen.xml', HEBREW, 'HEB'],
  ] as const) {
    const path = join(dataDir, file)
    writeFileSync(path, text)
    await importBible({ library, path, code })
  }
}
