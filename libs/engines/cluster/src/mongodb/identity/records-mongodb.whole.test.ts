import { recordsContract } from '@pathlight/identity/records.contract.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { Binary, type Document } from 'mongodb'
import { expect, it } from 'vitest'
import { ownRecords } from './own-records.contract.ts'

describeWith(['MONGODB_URL'], 'in MongoDB', ({ MONGODB_URL }) => {
  recordsContract(async () => ownRecords(MONGODB_URL))

  it('records of older versions lack what came later, and are changed all the same', async () => {
    const { db, open, drop } = ownRecords(MONGODB_URL)
    const records = await open()
    const at = new Date('2026-01-01T00:00:00Z')
    const hash = Buffer.alloc(32, 7)
    const older: Record<string, Document> = {
      users: {
        _id: 'ann',
        username: 'Ann',
        usernameKey: 'ann',
        email: 'a',
        emailKey: 'a',
        generation: 2,
        createdAt: at,
      },
      sessions: {
        _id: hash.toString('base64url'),
        id: 's',
        userId: 'ann',
        createdAt: at,
        expiresAt: at,
        remember: true,
      },
      addresses: { _id: `ann.${hash.toString('base64url')}`, userId: 'ann', lastSeenAt: at },
      counts: { _id: 'guess:ann', count: 3, until: at },
      master_key: { _id: 'master-key', check: new Binary(hash) },
    }
    for (const [kind, document] of Object.entries(older)) await db.collection(`identity_${kind}`).insertOne(document)
    const [user] = await records.find('users', { id: 'ann', closedAt: null })
    expect(user).toMatchObject({ generation: 2, keptSession: null, newEmail: null, looksByMail: null, adminBy: null })
    expect(await records.change('users', { id: 'ann', resetBy: null }, { resetBy: 'x' })).toMatchObject({
      resetBy: 'x',
    })
    const [session] = (await records.findOwned('sessions', hash)) ?? []
    expect(session).toEqual({
      ...{ tokenHash: hash, id: 's', userId: 'ann', generation: 0, createdAt: at },
      ...{ expiresAt: at, remember: true, deviceId: null, seenAt: null },
    })
    expect(await records.find('addresses', { userId: 'ann' })).toEqual([
      { userId: 'ann', addressHash: hash, seenAt: at },
    ])
    expect(await records.find('counts', {})).toEqual([{ name: 'guess:ann', count: 3, until: at, by: [] }])
    expect((await records.find('master_key', { onlyRow: true }))[0]?.check).toEqual(hash)
    await drop()
  })
})
