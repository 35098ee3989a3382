/** A number from the environment, between bounds so that every run ends. @throws Error for any other */
export const numberOf = (
  env: NodeJS.ProcessEnv,
  name: string,
  usual: number,
  [min, max]: readonly [number, number],
): number => {
  const value = Number(env[name] || usual)
  if (value >= min && value <= max) return value
  throw new Error(`${name} is ${env[name]}: it must be a number from ${min} to ${max}.`)
}
