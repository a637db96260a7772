/** The longest time for which `work` held the event loop, in milliseconds of this thread's processor time. */
export const heldBy = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let working = true
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (working) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  working = false
  await new Promise(setImmediate)
  return longest
}
