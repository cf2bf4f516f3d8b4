import type { Pairs } from './word.ts'

/** The state of the system, for whoever runs it. */
export const system = {
  'system.database': ['Database', 'Veritabanı'],
  'system.engine': ['Engine', 'Tür'],
  'system.size': ['Size', 'Boyut'],
  'system.free': ['Room left on its disk', 'Diskte kalan yer'],
  'system.elsewhere': ['on another machine', 'başka bir makinede'],
  'system.backup': ['Last backup', 'Son yedek'],
  'system.never': ['none yet', 'henüz yok'],
  'system.unknown': [
    'not known here: pg_dump leaves no trace',
    'buradan bilinmez: pg_dump iz bırakmaz',
  ],
  'system.worker': ['Sends events and mails', 'Olayları ve postaları gönderen'],
  'system.here': ['this replica', 'bu kopya'],
  'system.nobody': ['nobody', 'hiçbiri'],
  'system.mailsWaiting': ['Mails that wait', 'Bekleyen e-postalar'],
  'system.accounts': ['Accounts', 'Hesaplar'],
  'system.more': [
    'There are more; these are the first that were found.',
    'Daha fazlası var; bunlar ilk bulunanlar.',
  ],
  'system.alarm.worker': ['Nobody sends events and mails', 'Olayları ve e-postaları gönderen yok'],
  'system.alarm.workerDo': [
    'See whether a replica reaches the database.',
    'Bir kopyanın veritabanına ulaştığından emin olun.',
  ],
  'system.alarm.free': ['{free} left on the disk', 'Diskte {free} kaldı'],
  'system.alarm.freeDo': [
    'Make room: a backup takes as much as the database, {size}.',
    'Yer açın: yedek, veritabanı kadar yer tutar ({size}).',
  ],
  'system.alarm.backup': ['The last backup was {ago}', 'Son yedek {ago} alındı'],
  'system.alarm.noBackup': ['There is no backup yet', 'Henüz yedek alınmadı'],
  'system.alarm.switchedOff': [
    { one: '{count} webhook switched off', other: '{count} webhooks switched off' },
    { one: '{count} webhook kapatıldı', other: '{count} webhook kapatıldı' },
  ],
  'system.alarm.failing': [
    { one: '{count} webhook fails', other: '{count} webhooks fail' },
    { one: '{count} webhook hata veriyor', other: '{count} webhook hata veriyor' },
  ],
  'system.alarm.pending': [
    { one: '{count} event waits, made {ago}', other: '{count} events wait, the oldest made {ago}' },
    {
      one: '{count} olay bekliyor ({ago} oluştu)',
      other: '{count} olay bekliyor (en eskisi {ago} oluştu)',
    },
  ],
  'system.alarm.webhooksDo': ['Webhooks of {name}', '{name}: webhook’lar'],
  'system.alarm.mailsLate': [
    { one: '{count} mail waits, due {ago}', other: '{count} mails wait, the first due {ago}' },
    {
      one: '{count} e-posta bekliyor ({ago} gitmeliydi)',
      other: '{count} e-posta bekliyor (ilki {ago} gitmeliydi)',
    },
  ],
  'system.alarm.refused': [
    { one: '{name}: {count} mail refused', other: '{name}: {count} mails refused' },
    { one: '{name}: {count} e-posta reddedildi', other: '{name}: {count} e-posta reddedildi' },
  ],
  'system.alarm.refusedDo': ['Mails of {name}', '{name}: e-postalar'],
} as const satisfies Pairs
