// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { ApiProblem } from '../../api/api-problem.ts'
import { queryClient } from '../../api/query-client.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { lastPad, padNow } from './add-to-pad.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['keeps', 500, 'series'],
  ['keeps', 0, 'series'],
  ['forgets', 404, null],
])('%s the pad that was used last after an answer %i', async (_, status, last) => {
  deviceStorage.set('pads.last.ruth', 'series')
  vi.spyOn(queryClient, 'fetchQuery').mockRejectedValue(new ApiProblem(status, {}))
  expect(await padNow('ruth', 'series')).toBeNull()
  expect(lastPad('ruth')).toBe(last)
})
