// The names are Core Services names.

/// A result code of the system; 0 for success.
public typealias OSStatus = Int32

// The codes of `MacErrors.h` about files, volumes, memory and parameters, with the documented values,
// for errors in the domain `NSOSStatusErrorDomain`.

/// No error.
public let noErr: OSStatus = 0
/// A queue element was not found.
public let qErr = -1
/// An invalid queue element.
public let vTypErr = -2
/// An invalid core routine number.
public let corErr = -3
/// An unimplemented routine.
public let unimpErr = -4
/// A driver does not answer control calls.
public let controlErr = -17
/// A driver does not answer status calls.
public let statusErr = -18
/// A driver does not answer reads.
public let readErr = -19
/// A driver does not answer writes.
public let writErr = -20
/// A driver's reference number does not match.
public let badUnitErr = -21
/// A driver's reference number has no driver.
public let unitEmptyErr = -22
/// The requested permission does not match the driver.
public let openErr = -23
/// A driver cannot be closed.
public let closErr = -24
/// An open driver cannot be removed.
public let dRemovErr = -25
/// The resources have no such driver.
public let dInstErr = -26
/// The request was aborted.
public let abortErr = -27
/// The driver is not open.
public let notOpenErr = -28
/// The directory is full.
public let dirFulErr = -33
/// The disk is full.
public let dskFulErr = -34
/// There is no such volume.
public let nsvErr = -35
/// An error of input or output.
public let ioErr = -36
/// A bad file name.
public let bdNamErr = -37
/// The file is not open.
public let fnOpnErr = -38
/// The end of the file.
public let eofErr = -39
/// A position before the start of the file.
public let posErr = -40
/// The memory or the file is full.
public let mFulErr = -41
/// Too many files are open.
public let tmfoErr = -42
/// The file was not found.
public let fnfErr = -43
/// The disk is write-protected.
public let wPrErr = -44
/// The file is locked.
public let fLckdErr = -45
/// The volume is locked.
public let vLckdErr = -46
/// The file is busy.
public let fBsyErr = -47
/// A file with the name exists.
public let dupFNErr = -48
/// The file is open for writing.
public let opWrErr = -49
/// An error in the parameters.
public let paramErr = -50
/// An invalid reference number.
public let rfNumErr = -51
/// The position of the file cannot be read.
public let gfpErr = -52
/// The volume is offline.
public let volOffLinErr = -53
/// An error of permissions.
public let permErr = -54
/// The volume is online already.
public let volOnLinErr = -55
/// There is no such drive.
public let nsDrvErr = -56
/// The disk has an unknown format.
public let noMacDskErr = -57
/// A volume of an external file system.
public let extFSErr = -58
/// A rename failed.
public let fsRnErr = -59
/// A bad directory block.
public let badMDBErr = -60
/// No permission to write.
public let wrPermErr = -61
/// Not enough memory.
public let memFullErr = -108
/// A handle is nil.
public let nilHandleErr = -109
/// An operation on a free block.
public let memWZErr = -111
/// The directory was not found.
public let dirNFErr = -120
/// Too many working directories are open.
public let tmwdoErr = -121
/// A move into a descendant.
public let badMovErr = -122
/// The volume is of the wrong type.
public let wrgVolTypErr = -123
/// The server of the volume is disconnected.
public let volGoneErr = -124
/// The user cancelled the operation.
public let userCanceledErr = -128
/// There is no such file identifier.
public let fidNotFound = -1300
/// The file identifier exists.
public let fidExists = -1301
/// The item is a directory.
public let notAFileErr = -1302
/// The files are on different volumes.
public let diffVolErr = -1303
/// The catalog was changed.
public let catChangedErr = -1304
/// A file cannot be exchanged with itself.
public let sameFileErr = -1306
/// The file identifier does not match the file.
public let badFidErr = -1307
