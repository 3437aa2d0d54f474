// The constants of Apple's framework for sound and moving pictures.

extension UTType {
  /// Audiovisual content: `public.audiovisual-content`.
  public static var audiovisualContent: UTType { constant("public.audiovisual-content") }

  /// Movie: `public.movie`.
  public static var movie: UTType { constant("public.movie") }

  /// Video without sound: `public.video`.
  public static var video: UTType { constant("public.video") }

  /// Audio: `public.audio`.
  public static var audio: UTType { constant("public.audio") }

  /// QuickTime movie: `com.apple.quicktime-movie`.
  public static var quickTimeMovie: UTType { constant("com.apple.quicktime-movie") }

  /// MPEG movie: `public.mpeg`.
  public static var mpeg: UTType { constant("public.mpeg") }

  /// MPEG-2 video: `public.mpeg-2-video`.
  public static var mpeg2Video: UTType { constant("public.mpeg-2-video") }

  /// MPEG-2 transport stream: `public.mpeg-2-transport-stream`.
  public static var mpeg2TransportStream: UTType { constant("public.mpeg-2-transport-stream") }

  /// MP3 audio: `public.mp3`.
  public static var mp3: UTType { constant("public.mp3") }

  /// MPEG-4 movie: `public.mpeg-4`.
  public static var mpeg4Movie: UTType { constant("public.mpeg-4") }

  /// MPEG-4 audio: `public.mpeg-4-audio`.
  public static var mpeg4Audio: UTType { constant("public.mpeg-4-audio") }

  /// Protected MPEG-4 audio: `com.apple.protected-mpeg-4-audio`.
  public static var appleProtectedMPEG4Audio: UTType {
    constant("com.apple.protected-mpeg-4-audio")
  }

  /// Protected MPEG-4 movie: `com.apple.protected-mpeg-4-video`.
  public static var appleProtectedMPEG4Video: UTType {
    constant("com.apple.protected-mpeg-4-video")
  }

  /// AVI movie: `public.avi`.
  public static var avi: UTType { constant("public.avi") }

  /// AIFF audio: `public.aiff-audio`.
  public static var aiff: UTType { constant("public.aiff-audio") }

  /// WAVE audio: `com.microsoft.waveform-audio`.
  public static var wav: UTType { constant("com.microsoft.waveform-audio") }

  /// MIDI file: `public.midi-audio`.
  public static var midi: UTType { constant("public.midi-audio") }

  /// Playlist: `public.playlist`.
  public static var playlist: UTType { constant("public.playlist") }

  /// M3U playlist: `public.m3u-playlist`.
  public static var m3uPlaylist: UTType { constant("public.m3u-playlist") }

  /// Apple haptic and audio pattern: `com.apple.haptics.ahap`.
  public static var ahap: UTType { constant("com.apple.haptics.ahap") }
}
