import type { Pairs } from './word.ts'

/** Vendors, in the Channel Manager page and the admin's. */
export const vendors = {
  'vendor.title': ['Vendors', 'Sağlayıcılar'],
  'vendor.about': [
    'Makers of channel managers and PMS that this service knows. Connect one here and tell it so: no key has to be handed over.',
    'Bu hizmetin tanıdığı kanal yöneticisi ve PMS sağlayıcıları. Birini buradan bağlayın ve haber verin: anahtar iletmeniz gerekmez.',
  ],
  'vendor.none': ['No vendors yet', 'Henüz sağlayıcı yok'],
  'vendor.noneText': [
    'Whoever runs this service adds them. Until then create an API key.',
    'Bu hizmeti işleten ekler. O zamana kadar API anahtarı oluşturun.',
  ],
  'vendor.one': ['Vendor', 'Sağlayıcı'],
  'vendor.contact': ['Contact', 'İletişim'],
  'vendor.contactHint': [
    'Hotels see it: an e-mail address or a telephone number.',
    'Oteller görür: bir e-posta adresi ya da telefon numarası.',
  ],
  'vendor.connected': ['Connected', 'Bağlı'],
  'vendor.connectedAt': ['since {at}', '{at} tarihinden beri'],
  'vendor.notConnected': ['Not connected', 'Bağlı değil'],
  'vendor.connect': ['Connect', 'Bağla'],
  'vendor.connectNamed': ['Connect {name}', 'Bağla: {name}'],
  'vendor.mayHint': [
    'What it may do at this hotel. To change it later, disconnect and connect again.',
    'Bu otelde neler yapabileceği. Sonra değiştirmek için bağlantıyı kesip yeniden bağlayın.',
  ],
  'vendor.isConnected': ['{name} is connected.', '{name} bağlandı.'],
  'vendor.disconnect': ['Disconnect', 'Bağlantıyı kes'],
  'vendor.disconnectNamed': ['Disconnect {name}', 'Bağlantıyı kes: {name}'],
  'vendor.disconnectText': [
    'At once it can neither read nor change anything of this hotel, and is told of nothing more. What it has changed stays.',
    'Hemen bu otelin hiçbir bilgisini okuyamaz, değiştiremez ve hiçbir şeyden haberdar edilmez. Yaptığı değişiklikler kalır.',
  ],
  'vendor.disconnectHooks': [
    {
      one: 'Its webhook is deleted; what waits for it is given up.',
      other: 'Its {count} webhooks are deleted; what waits for them is given up.',
    },
    {
      one: 'Webhook’u silinir; bekleyen gönderimler iptal olur.',
      other: '{count} webhook’u silinir; bekleyen gönderimler iptal olur.',
    },
  ],
  'vendor.isDisconnected': ['{name} is disconnected.', '{name} ile bağlantı kesildi.'],
  'vendor.new': ['New vendor', 'Yeni sağlayıcı'],
  'vendor.hotels': ['Hotels', 'Oteller'],
  'vendor.secret': ["The vendor's secret", 'Sağlayıcının gizli anahtarı'],
  'vendor.secretText': [
    'It opens every hotel that connects this vendor, and no other. Each call names its hotel: ?hotel=…',
    'Bu sağlayıcıyı bağlayan her oteli açar, başkasını açmaz. Her çağrı otelini belirtir: ?hotel=…',
  ],
  'vendor.rotateNamed': ['New secret for {name}', '{name} için yeni gizli anahtar'],
  'vendor.rotateText': [
    'Until its end the present one opens what the new one does; a second new secret ends it at once. Connections and webhooks stand.',
    'Şimdiki anahtar, süresi dolana kadar yenisiyle aynı yerlerde geçer; ikinci bir yeni anahtar onu hemen bitirir. Bağlantılar ve webhook’lar kalır.',
  ],
} as const satisfies Pairs
