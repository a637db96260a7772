import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import type { Document, ReadModel } from '@pathlight/read-models/read-model-store.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { listeningPool, rowsPassedOver } from '@pathlight/testing/rows-passed-over.ts'
import { expect, it } from 'vitest'
import { sermonOutlines, sermons } from './projection.ts'

it('sermons that begin before a chapter or verse and do not reach it are passed over in the index, however many they are', async () => {
  const { pool, listener, drop } = await freshDatabase()
  const { pool: listening, asked } = listeningPool(pool)
  const store = postgresReadModelStore({ pool: listening, listener: listener() })
  const inPsalms = { user_id: 'ann', book_index: 19 }
  const onChapter = { ...inPsalms, start_chapter: { lte: 150 }, end_chapter: { gte: 150 } }
  const onVerse = { ...inPsalms, start_verse_id: { lte: 19_150_001 }, end_verse_id: { gte: 19_150_001 } }
  for (const { name, indexes } of [sermonOutlines, sermons]) {
    const model: ReadModel<Document> = { name, indexes: indexes ?? [] }
    await store.make(model, 1)
    await pool.query(
      `INSERT INTO read_models.doc_${name}_1 (id, at, doc)
       SELECT 'ann.' || n, n, json_build_object('user_id', 'ann', 'id', n::text, 'list_key', n::text, 'book_index', 19,
         'start_chapter', 1 + n % 20, 'end_chapter', 1 + n % 20,
         'start_verse_id', 19001001 + 1000 * (n % 20), 'end_verse_id', 19001002 + 1000 * (n % 20))
       FROM generate_series(1, 5000) n`,
    )
    await pool.query(`ANALYZE read_models.doc_${name}_1`)
    // No call reads outlines by a verse.
    for (const where of name === sermons.name ? [onChapter, onVerse] : [onChapter]) {
      expect(await store.generation(model, 1).find({ where, limit: 20 })).toEqual([])
      const passed = await rowsPassedOver(pool, asked.at(-1) ?? { text: '' })
      expect(passed, `${name} ${JSON.stringify(where)}`).toBeLessThan(100)
    }
  }
  await store.close()
  await drop()
})
