import type { Db } from 'mongodb'

/** A warning for the operator if MongoDB is a single server. Empty for a replica set or a sharded cluster. */
export async function mongoWeaknesses(db: Db): Promise<string[]> {
  const about = await db.admin().command({ hello: 1 })
  if (about.setName !== undefined || about.msg === 'isdbgrid') return []
  return [
    'MongoDB runs as a single server, not as a replica set. Nothing that was acknowledged is lost when it crashes. But no other server takes over meanwhile, each write waits for its journal by itself, and mongodump has no oplog, so a copy is of one moment only while the app is stopped. A replica set of one has an oplog: docker-compose.yml shows how to start it.',
  ]
}
