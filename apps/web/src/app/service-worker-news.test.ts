// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '../testing/until.ts'
import { serviceWorkerNews, startServiceWorker } from './service-worker-news.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('offers a newer version that another tab had begun to install before this page asked', async () => {
  vi.stubEnv('PROD', true)
  const installing = new EventTarget()
  const registration = Object.assign(new EventTarget(), { installing, waiting: null as object | null })
  const register = vi.fn(async () => registration)
  const container = Object.assign(new EventTarget(), { controller: {}, register })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container })
  const listens = vi.spyOn(installing, 'addEventListener')
  startServiceWorker()
  await until(() => expect(listens).toHaveBeenCalled())
  expect(serviceWorkerNews.now()).toEqual({ status: 'none' })
  registration.waiting = { postMessage: () => undefined }
  installing.dispatchEvent(new Event('statechange'))
  expect(serviceWorkerNews.now()).toMatchObject({ status: 'waiting' })
})
