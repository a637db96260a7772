import { z } from 'zod'

/**
 * An irregularity in a text that the importer accepted nevertheless. The parameters `verse`, `with` and `after` are
 * verse ids.
 */
export const oddPlace = z.object({
  kind: z.enum([
    'beyond_count',
    'no_such_verse',
    'number_read',
    'verse_twice',
    'same_verse_twice',
    'out_of_order',
    'verse_zero',
    'empty_verse',
    'verse_not_marked',
    'chapter_not_marked',
    'chapter_not_named',
    'chapter_missing',
    'chapter_range_missing',
    'book_ends_early',
    'chapter_ends_early',
    'books_missing',
    'book_passed_over',
    'chapters_passed_over',
    'file_passed_over',
    'introduction_left_out',
    'note_not_closed',
    'no_such_number',
    'lemmas_without_number',
    'words_do_not_fit',
    'remarks_as_notes',
    'quotes_taken_off',
    'blanks_taken_out',
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The place of the irregularity in the source. */
  file: z.string().nullable(),
  line: z.int().nullable(),
})
export type OddPlace = z.infer<typeof oddPlace>
