import { makeSecrets } from '../../test/secrets.ts'

export const envOf = async (
  url: string,
  cost: 'light' | 'full',
): Promise<Record<string, string>> => ({
  PIER_MODE: 'test',
  DATABASE_URL: url,
  PUBLIC_ORIGIN: 'http://localhost:4300',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PASSWORD_COST: cost,
  TRUSTED_PROXY_HOPS: '1',
  LOG_LEVEL: 'error',
  ...(await makeSecrets()),
})
