// The numbers of errors in `NSOSStatusErrorDomain` that documents written for AppKit use, with the
// values in Apple's documentation.

/// No error.
public let noErr: Int32 = 0
/// The function is not implemented.
public let unimpErr = -4
/// Reading has failed.
public let readErr = -19
/// Writing has failed.
public let writErr = -20
/// The disk is full.
public let dskFulErr = -34
/// There is no such volume.
public let nsvErr = -35
/// An input or output has failed.
public let ioErr = -36
/// The name is invalid.
public let bdNamErr = -37
/// The end of the file was reached.
public let eofErr = -39
/// There is no such file.
public let fnfErr = -43
/// The file is locked.
public let fLckdErr = -45
/// The file is in use.
public let fBsyErr = -47
/// A file has the name already.
public let dupFNErr = -48
/// A parameter is invalid.
public let paramErr = -50
/// Permission is denied.
public let permErr = -54
/// Writing is not permitted.
public let wrPermErr = -61
/// Memory is not sufficient.
public let memFullErr = -108
/// The user has cancelled the operation.
public let userCanceledErr = -128
