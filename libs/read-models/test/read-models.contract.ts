import { afterAll, beforeAll, describe } from 'vitest'
import { checkpointsContract } from './checkpoints.contract.ts'
import { closingContract } from './closing.contract.ts'
import { documentsContract } from './documents.contract.ts'
import { findContract } from './find.contract.ts'
import { followingContract } from './following.contract.ts'
import { generationsContract } from './generations.contract.ts'
import { movingContract } from './moving.contract.ts'
import { parkingContract } from './parking.contract.ts'
import { rebuildingContract } from './rebuilding.contract.ts'
import { sealedContract } from './sealed.contract.ts'
import { severalRunnersContract } from './several-runners.contract.ts'
import { waitingContract } from './waiting.contract.ts'
import type { ReadModelWorld } from './world.contract.ts'

/** The contract of every store of read models, and of the projections on it. */
export function readModelsContract(engine: string, openWorld: () => Promise<ReadModelWorld>): void {
  describe(`read models on ${engine}`, () => {
    let world: ReadModelWorld
    beforeAll(async () => {
      world = await openWorld()
    })
    afterAll(() => world?.close())
    const running = () => world

    documentsContract(engine, running)
    findContract(engine, running)
    movingContract(engine, running)
    generationsContract(engine, running)
    waitingContract(engine, running)
    checkpointsContract(engine, running)
    followingContract(engine, running)
    parkingContract(engine, running)
    severalRunnersContract(engine, running)
    rebuildingContract(engine, running)
    closingContract(engine, running)
    sealedContract(engine, running)
  })
}
