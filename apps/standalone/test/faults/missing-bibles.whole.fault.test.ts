import { serveCatalogue, titusOf, translationOf } from '@pathlight/bible-library/catalogue/test-catalogue.contract.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const KOREAN = { language: 'kor', name: '한국어 성경', shortName: 'OLD' }
const TREE = {
  '/api/available_translations.json': { translations: [translationOf('kor_old', KOREAN), translationOf('ONE')] },
  '/api/kor_old/complete.json': {
    translation: translationOf('kor_old', KOREAN),
    books: [titusOf('바울은 하나님의 종이요')],
  },
  '/api/ONE/complete.json': { translation: translationOf('ONE'), books: [titusOf('Paul, a servant.')] },
}

describe('Bibles that the environment names', () => {
  let served: Awaited<ReturnType<typeof serveCatalogue>>
  let isDown = true
  const looked = Promise.withResolvers<void>()
  beforeAll(async () => {
    served = await serveCatalogue(TREE, (_request, response) => {
      if (!isDown) return false
      const status = served.asked.length === 1 ? 503 : 404
      void looked.promise.then(() => response.writeHead(status).end())
      return true
    })
  })
  afterAll(() => served.close())

  it('are brought in the background, at a start where they are not here, and it is said how it went', async () => {
    const environment = { BIBLES: 'KRV,ONE', BIBLE_CATALOGUE_URL: served.address, LC_ALL: 'ko_KR.UTF-8' }
    const app = await startApp({ environment })
    const versions = async () => {
      const answer = (await (await fetch(`${app.address}/api/bible/versions`)).json()) as {
        versions: { code: string; available: boolean; localName: string }[]
      }
      return answer.versions.filter(({ available }) => available).map(({ code }) => code)
    }
    // The catalogue has not answered yet, but the app is ready.
    expect(app.launch.output()).not.toContain('could not be brought')
    expect(await versions()).not.toContain('KRV')
    looked.resolve()
    await eventually(() => {
      expect(app.launch.output()).toMatch(
        /KRV could not be brought: .*404.*The next start tries again; or: npm run bible -- add KRV/,
      )
      expect(app.launch.output()).toMatch(/ONE could not be brought: /)
    })
    expect(app.launch.output()).toMatch(/^KRV: .* answered 503\. Trying again in 1 s \.\.\.$/m)
    await app.stop()

    isDown = false
    await app.start()
    await eventually(async () => expect(await versions()).toEqual(expect.arrayContaining(['KRV', 'ONE'])))
    await eventually(() => {
      expect(app.launch.output()).toMatch(/^Brought KRV, 46 verses\. Licence: Public domain in Korea/m)
      expect(app.launch.output()).toMatch(/^Brought ONE, 46 verses\. Licence: https:\/\/example\.org\/licence/m)
    })
    await app.stop()

    served.asked.splice(0)
    await app.start()
    expect(await versions()).toContain('KRV')
    expect(app.launch.output()).not.toContain('Bringing')
    expect(await app.stop()).toBe(0)
    expect(served.asked).toEqual([])
  })

  it('are the KRV where it names none: it comes without a restart, and it is said what, from where, and how to do without', async () => {
    isDown = false
    const app = await startApp({ environment: { BIBLES: '', BIBLE_CATALOGUE_URL: served.address } })
    await eventually(async () => {
      const answer = await fetch(`${app.address}/api/bible/chapter?version=KRV&book=Titus&chapter=1`)
      expect(answer.status).toBe(200)
    })
    const said = app.launch.output()
    expect(said).toContain(`Bringing KRV from the open catalogue (${served.address})`)
    expect(said).toContain(
      'public domain in Korea since 2012. To do without it: BIBLES=none, and npm run bible -- remove KRV',
    )
    // The app is ready before the first request to the catalogue.
    expect(said.indexOf('Pathlight is ready')).toBeLessThan(said.indexOf('Bringing KRV'))
    await app.stop()
  })

  it('tell a Korean machine without a Korean text how to bring one', async () => {
    const korean = await startApp({ environment: { LC_ALL: 'ko_KR.UTF-8' } })
    const hint = '한국어 성경 본문이 아직 없습니다. 개역한글을 들이려면: npm run bible -- add KRV'
    await eventually(() => expect(korean.launch.output()).toContain(hint))
    await korean.stop()
  })
})
