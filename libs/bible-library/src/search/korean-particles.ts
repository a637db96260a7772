/**
 * Particles that follow a noun (조사), longest first: what is asked with one is also found with another, or none
 * (학교에 finds 학교는). After 국립국어원, 표준국어대사전, the particles common in 개역한글.
 */
const PARTICLES = [
  '으로부터',
  '에게서',
  '로부터',
  '께서는',
  '에서는',
  '에게는',
  '으로써',
  '으로서',
  '이라도',
  '에게',
  '에서',
  '께서',
  '으로',
  '까지',
  '부터',
  '처럼',
  '같이',
  '보다',
  '마다',
  '에는',
  '에도',
  '와는',
  '과는',
  '로써',
  '로서',
  '이나',
  '이여',
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '의',
  '에',
  '와',
  '과',
  '도',
  '로',
  '만',
  '께',
  '여',
  '아',
  '야',
]

/** The word without its particle, or null when it has none, or when fewer than two syllables would be left. */
export const withoutParticle = (word: string): string | null => {
  const particle = PARTICLES.find((ending) => word.endsWith(ending) && word.length - ending.length >= 2)
  return particle === undefined ? null : word.slice(0, -particle.length)
}
