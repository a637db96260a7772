import { EpochKeyMissing } from '@pathlight/identity/data-keys.ts'
import { expect, it, vi } from 'vitest'
import { closeAccount } from './close-account.ts'
import type { WorkerDependencies } from './dependencies.ts'

const place = (identity: Partial<WorkerDependencies['identity']>) => {
  const send = vi.fn(async () => undefined)
  const dependencies = {
    identity,
    mailer: { send },
    publicUrl: 'https://pathlight.test',
    closedAccounts: { add: async () => undefined },
    logger: { warn: () => undefined },
  } as unknown as WorkerDependencies
  return { send, close: (attempt: number) => closeAccount(dependencies)({ userId: 'ruth' }, { attempt }) }
}

it('sends few last mails while identity cannot be written', async () => {
  const { send, close } = place({
    findUser: async () => ({ id: 'ruth', email: 'ruth@example.org', username: 'ruth', language: 'en' }) as never,
    closeUser: async () => {
      throw new Error('full')
    },
  })
  for (const attempt of [1, 2, 3, 4, 5]) await expect(close(attempt)).rejects.toThrow('full')
  expect(send).toHaveBeenCalledTimes(3)
})

it('closes an account whose key cannot be opened, without a mail', async () => {
  const closeUser = vi.fn(async () => undefined)
  const { send, close } = place({
    findUser: async () => {
      throw new EpochKeyMissing('1', 'keys')
    },
    closeUser,
  })
  await close(1)
  expect(closeUser).toHaveBeenCalledWith('ruth')
  expect(send).not.toHaveBeenCalled()
})
