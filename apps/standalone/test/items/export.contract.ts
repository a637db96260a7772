import { buffer } from 'node:stream/consumers'
import { exportFile } from '@pathlight/contracts/export.ts'
import { EXPORTS_AN_HOUR } from '@pathlight/contracts/export-rules.ts'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'
import { RICH_TEXT } from '../kinds/sermon.contract.ts'
import { ofEach, SOME_CHANGES, SOME_ITEMS, TESTED, writeSomeOfAll } from '../kinds/tested-kinds.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

export const exportContract = (running: () => AppUnderTest): void => {
  const somebody = () => signUpSomebody(running().app)
  const exported = async (who: Somebody, query = '') => {
    const answer = await running().app.inject({
      ...{ method: 'GET', url: `/api/export${query}`, remoteAddress: '10.9.9.9', payloadAsStream: true },
      headers: { cookie: who.browser.cookie ?? '' },
    })
    const bytes = await buffer(answer.stream())
    return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() }
  }

  describe('an export as JSON', () => {
    it('has everything of every kind, and says nothing of when or whose it is', async () => {
      const ann = await somebody()
      const { kept, gone } = (await writeSomeOfAll(ann)).note
      const { status, headers, text } = await exported(ann)
      expect(status, text).toBe(200)
      expect(headers['content-disposition']).toMatch(/^attachment; filename="pathlight-\d{4}-\d\d-\d\d\.json"$/)
      expect(headers['cache-control']).toBe('no-store')
      const file = exportFile.parse(JSON.parse(text))
      expect(file.counts).toEqual(ofEach(({ some }) => some.items))
      expect(file.history).toEqual([])
      expect(file.items).toHaveLength(SOME_ITEMS)
      expect(JSON.parse(text)).toEqual(file)
      const { user_id: _, ...note } = (await ann.ask('GET', `/api/note/detail/${kept}`)).body
      expect(file.items[0]).toEqual({ kind: 'note', item: note })
      expect(file.items.find(({ kind }) => kind === 'sermon')?.item).toMatchObject({ content: RICH_TEXT })
      expect(file.items.find(({ kind }) => kind === 'settings')).toEqual({
        kind: 'settings',
        item: {
          ...{ defaultVersion: 'KJV', highlightColor: '#ffd966', defaultLanguage: null, theme: 'dark' },
          ...{ copyStyle: null, tagColors: [], revision: 1 },
        },
      })
      for (const hidden of [gone, ann.id, ann.email]) expect(text).not.toContain(hidden)
      expect((await exported(ann)).text).toBe(text)
    })

    it('has an entry a line, and on demand every change that ever was', async () => {
      const ann = await somebody()
      const { kept, gone } = (await writeSomeOfAll(ann)).note
      const { text } = await exported(ann, '?history=true')
      const file = exportFile.parse(JSON.parse(text))
      expect(file.history).toHaveLength(SOME_CHANGES)
      const lines = text.trimEnd().split('\n')
      expect(lines).toHaveLength(3 + file.history.length + file.items.length)
      for (const line of lines.filter((one) => one.startsWith('{"kind"'))) JSON.parse(line.replace(/,$/, ''))
      const [added, edited] = file.history
      expect(added).toMatchObject({ kind: 'note', id: kept, revision: 1, action: 'added', item: { title: '사랑 # 1' } })
      expect(edited).toMatchObject({ id: kept, revision: 2, action: 'edited', item: { text: 'So *loved*\nand gave' } })
      expect(edited?.at).toBe((file.items[0]?.item as { updated_at: string } | undefined)?.updated_at)
      expect(file.history.find(({ action }) => action === 'removed')).toMatchObject({ id: gone, item: null })
    })

    it('is empty and whole for somebody who has nothing', async () => {
      const { text } = await exported(await somebody(), '?history=true')
      const counts = ofEach(() => 0)
      expect(exportFile.parse(JSON.parse(text))).toMatchObject({ history: [], items: [], counts })
    })
  })

  it('an export as Markdown has a file a sermon and a book, with names in any language, and no HTML', async () => {
    const ann = await somebody()
    await writeSomeOfAll(ann)
    const { headers, bytes } = await exported(ann, '?format=markdown&language=ko')
    expect(headers['content-type']).toBe('application/zip')
    const files = Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([name, text]) => [name.replace(/ \(\w{8}\)/, ''), strFromU8(text)]),
    )
    // The names of files have the day on which the items were written. That day may have ended since.
    const [{ created_at }] = (await ann.ask('GET', '/api/sermon/user')).body
    const day = created_at.slice(0, 10)
    expect(Object.keys(files)).toEqual(Object.values(TESTED).flatMap(({ some }) => some.files(day)))
    expect(files['메모/43 요한복음.md']).toContain(
      '## 요한복음 3:16 · KJV\n\n**사랑 \\# 2**\n\nSo *loved*  \nand gave\n\n태그: 사랑, \\*love\\*\n\n',
    )
    expect(files[`설교/${day} 빛 the light.md`]).toContain(
      '### First \\*star\\*\n\nIn him **was life** \\<script\\>\n\n- one',
    )
    expect(files['북마크.md']).toContain('시편 23편')
    expect(files['북마크.md']).toContain('; 태그: 목자)')
    // The file of a study pad has the words of its items, or a remark for a removed item. Passages are references.
    expect(files[`연구 노트/${day} 나와 함께 a series.md`]).toContain(
      '## 골짜기 \\#1\n\n**시편 23:4** · KJV\n\nFrom **he** to *you* \\<script\\>\n\n> **사랑 \\# 2**\n>\n> So loved',
    )
    expect(files[`연구 노트/${day} 나와 함께 a series.md`]).toContain('\n> *지운 항목입니다.*\n')
  })

  it('has the days of the time zone that was asked for', async () => {
    const ann = await somebody()
    await writeSomeOfAll(ann)
    const [{ created_at }] = (await ann.ask('GET', '/api/sermon/user')).body
    // The clocks of Kiritimati are 25 hours ahead of those of Pago Pago, so one of the two days is not that of UTC.
    for (const [zone, hours] of [
      ['Pacific/Kiritimati', 14],
      ['Pacific/Pago_Pago', -11],
    ] as const) {
      const day = new Date(Date.parse(created_at) + hours * 3_600_000).toISOString().slice(0, 10)
      const { bytes } = await exported(ann, `?format=markdown&time_zone=${zone}`)
      const files = Object.entries(unzipSync(bytes)).filter(([name]) => /^(Sermons|Study pads)/.test(name))
      expect(files.length).toBeGreaterThan(1)
      for (const [name] of files) expect(name).toContain(`/${day} `)
      const [, sermon] = files.find(([name]) => name.startsWith('Sermons')) ?? []
      expect(strFromU8(sermon ?? new Uint8Array())).toContain(` · ${day}`)
    }
    expect((await exported(ann, '?format=markdown&time_zone=Mars')).status).toBe(200)
  })

  it('is given a few times an hour, to the person alone, and the log says so', async () => {
    const ann = await somebody()
    const stranger = await running().app.inject({
      ...{
        method: 'GET',
        url: '/api/export',
        headers: { cookie: ann.browser.cookie ?? '', 'sec-fetch-site': 'cross-site' },
      },
    })
    expect([stranger.statusCode, stranger.json().code]).toEqual([403, 'cross_site'])
    for (let n = 0; n < EXPORTS_AN_HOUR; n++) expect((await exported(ann)).status).toBe(200)
    const refused = await exported(ann)
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'too_many_requests'])
    const { events } = await running().stores.log.readStream(`account-${ann.id}`)
    expect(events.slice(1).map(({ data }) => data.change)).toEqual(Array(EXPORTS_AN_HOUR).fill('data-exported'))
    expect((await ann.ask('GET', '/api/export?format=pdf')).status).toBe(400)
  })
}
