import { dehydrate, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { chapterQuery } from '../bible/chapter-query.ts'
import { versionsQuery } from '../bible/versions-query.ts'
import { answersOfPage } from '../service-worker/answers-of-page.ts'
import { stateOf } from './document.ts'

describe('the answers of a page', () => {
  it('are found where the app would ask for them', () => {
    const queries = new QueryClient()
    const chapter = { verses: [{ text: '</script> & <b>' }] }
    queries.setQueryData(
      chapterQuery({ version: 'KJV', book: 'Song of Solomon', chapter: 2 }).queryKey,
      chapter as never,
    )
    queries.setQueryData(versionsQuery.queryKey, { versions: [], default: 'KJV' })
    queries.setQueryData(['daily'], 'not kept')
    const html = `<!doctype html><p>text</p>${stateOf(dehydrate(queries))}<script src="/a.js"></script>`
    expect(answersOfPage(html)).toEqual([
      ['/api/bible/chapter?version=KJV&book=Song+of+Solomon&chapter=2', chapter],
      ['/api/bible/versions', { versions: [], default: 'KJV' }],
    ])
  })

  it('are none where there is no state', () => {
    for (const html of ['', '<p>', stateOf(null as never), '<script type="application/json" id="state">{</script>'])
      expect(answersOfPage(html)).toEqual([])
  })
})
